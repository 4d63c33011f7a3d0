// Compiled once for each SIMD_BITS with the matching -march. Do not include headers with inline
// functions: the linker may use the code compiled for the widest registers everywhere.
#include "reduce/kernels.hpp"

#include "assay/simd.hpp"

namespace reduce {
namespace {

using namespace assay::simd;

// The most numbers that one lane adds up before its sum is added to a double, so that errors do not
// grow with the array.
constexpr std::size_t longest_run = 256;

template <class T>
[[gnu::always_inline]] inline T greater(T a, T b) {
  return a >= b || a != a ? a : b;  // NaN if either is
}
template <class T>
[[gnu::always_inline]] inline Vector<T> greater_lanes(Vector<T> a, Vector<T> b) {
  return ((a >= b) | (a != a)) ? a : b;
}

template <class T, std::size_t width>
double sum(const T* x, std::size_t count) {
  constexpr std::size_t step = width * lanes<T>;
  double total = 0;
  std::size_t k = 0;
  while (count - k >= step) {
    const std::size_t left = (count - k) / step;
    const std::size_t end = k + (left < longest_run ? left : longest_run) * step;
    Vector<T> sums[width] = {};
    for (; k < end; k += step) {
      for (std::size_t v = 0; v < width; ++v) sums[v] += load(x + k + v * lanes<T>);
    }
    for (const Vector<T>& vector : sums) {
      for (std::size_t lane = 0; lane < lanes<T>; ++lane) total += double{vector[lane]};
    }
  }
  for (; k < count; ++k) total += double{x[k]};
  return total;
}

template <class T, std::size_t width>
double maximum(const T* x, std::size_t count) {
  constexpr std::size_t step = width * lanes<T>;
  const T least = -static_cast<T>(__builtin_inf());
  Vector<T> maxima[width];
  for (Vector<T>& vector : maxima) vector = splat(least);
  std::size_t k = 0;
  for (; count - k >= step; k += step) {
    for (std::size_t v = 0; v < width; ++v) {
      maxima[v] = greater_lanes<T>(maxima[v], load(x + k + v * lanes<T>));
    }
  }
  T result = least;
  for (const Vector<T>& vector : maxima) {
    for (std::size_t lane = 0; lane < lanes<T>; ++lane) result = greater<T>(result, vector[lane]);
  }
  for (; k < count; ++k) result = greater<T>(result, x[k]);
  return result;
}

template <class T>
Kernels<T> table() {
  return {{sum<T, 1>, sum<T, 2>, sum<T, 4>, sum<T, 8>, sum<T, 16>},
          {maximum<T, 1>, maximum<T, 2>, maximum<T, 4>, maximum<T, 8>, maximum<T, 16>}};
}

}  // namespace

template <>
Kernels<float> kernels<float, SIMD_BITS>() {
  return table<float>();
}
template <>
Kernels<double> kernels<double, SIMD_BITS>() {
  return table<double>();
}

}  // namespace reduce
