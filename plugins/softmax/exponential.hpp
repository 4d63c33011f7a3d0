// exp of vectors of numbers up to 0. For kernels.cpp only: everything has internal linkage, because
// it is compiled for several instruction sets.
#pragma once

#include "assay/simd.hpp"

namespace softmax {
namespace {

// What the method below has to know of a type.
template <class T>
struct Exponential;
template <>
struct Exponential<float> {
  // The logarithm of the smallest normal number.
  static constexpr float lowest_argument = -87.3365448F;
  static constexpr float inverse_ln2 = 1.44269504F;
  static constexpr float to_integer = 0x1.8p23F;
  static constexpr int mantissa_bits = 23;
  static constexpr std::int32_t bias = 127;
  // ln 2 in two parts: products of the first and an exponent are exact.
  static constexpr float ln2_high = 0.693359375F;
  static constexpr float ln2_low = -2.12194440e-4F;
  static constexpr int degree = 7;
};
template <>
struct Exponential<double> {
  static constexpr double lowest_argument = -708.396418532264;
  static constexpr double inverse_ln2 = 1.44269504088896340736;
  static constexpr double to_integer = 0x1.8p52;
  static constexpr int mantissa_bits = 52;
  static constexpr std::int64_t bias = 1023;
  static constexpr double ln2_high = 6.93145751953125e-1;
  static constexpr double ln2_low = 1.42860682030941723212e-6;
  static constexpr int degree = 13;
};

template <class T>
constexpr T reciprocal_factorial(int k) {
  long double factorial = 1;
  for (int factor = 2; factor <= k; ++factor) factorial *= factor;
  return static_cast<T>(1 / factorial);
}

// The Taylor polynomial of exp, from the term of degree k on, divided by r^k.
template <class T, int k>
[[gnu::always_inline]] inline assay::simd::Vector<T> taylor(assay::simd::Vector<T> r) {
  const assay::simd::Vector<T> term = assay::simd::splat(reciprocal_factorial<T>(k));
  if constexpr (k == Exponential<T>::degree) {
    return term;
  } else {
    return term + r * taylor<T, k + 1>(r);
  }
}

// exp(x), lane by lane, for x <= 0, with an error of about one unit in the last place; 0 where that
// is below the smallest normal number, NaN for NaN. With n the integer nearest to x / ln 2, it is
// 2^n exp(x - n ln 2) (Cody and Waite, "Software Manual for the Elementary Functions", 1980).
template <class T>
[[gnu::always_inline]] inline assay::simd::Vector<T> exponential(assay::simd::Vector<T> x) {
  using Known = Exponential<T>;
  using Vector = assay::simd::Vector<T>;
  using Bits = assay::simd::Integers<T>;
  const Vector lowest = assay::simd::splat(Known::lowest_argument);
  const Vector bounded = x < lowest ? lowest : x;
  // After the addition, the last bits of the sum are those of n.
  const Vector shifted = bounded * Known::inverse_ln2 + Known::to_integer;
  const Vector n = shifted - Known::to_integer;
  const Vector rest = bounded - n * Known::ln2_high - n * Known::ln2_low;
  const Bits exponent = (reinterpret_cast<Bits>(shifted) << Known::mantissa_bits) +
                        (Known::bias << Known::mantissa_bits);
  const Vector power = reinterpret_cast<Vector>(exponent);
  return x < lowest ? Vector{} : taylor<T, 0>(rest) * power;
}

}  // namespace
}  // namespace softmax
