// Floating-point numbers of 16 and 8 bits, as kernels have them and C++20 does not: for references
// and variants on the CPU. They store and convert; arithmetic is float's.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace assay::sdk {

// A sign, `ExponentBits` and `MantissaBits`, with subnormal numbers. Without infinities (Infinite
// is false) the largest exponent holds numbers too, and all bits set are the one NaN: E4M3 of the
// "OCP 8-bit Floating Point Specification" (2023), section 5.
template <int ExponentBits, int MantissaBits, bool Infinite = true>
class SmallFloat {
 public:
  using Bits =
      std::conditional_t<ExponentBits + MantissaBits + 1 == 8, std::uint8_t, std::uint16_t>;

  SmallFloat() = default;
  // The nearest number, the even one of two. Beyond the largest it is infinite, or NaN where there
  // are no infinities.
  explicit SmallFloat(double number) : bits_(rounded(number)) {}
  [[nodiscard]] static SmallFloat of_bits(Bits bits) {
    SmallFloat number;
    number.bits_ = bits;
    return number;
  }
  [[nodiscard]] Bits bits() const { return bits_; }

  // Any floating-point type of C++ holds the number exactly.
  template <std::floating_point T>
  explicit operator T() const {
    const int exponent = bits_ >> MantissaBits & largest_exponent;
    const int mantissa = bits_ & mantissa_mask;
    const T sign = (bits_ & sign_bit) != 0 ? T{-1} : T{1};
    if (Infinite && exponent == largest_exponent) {
      return mantissa == 0 ? sign * std::numeric_limits<T>::infinity()
                           : std::numeric_limits<T>::quiet_NaN();
    }
    if (!Infinite && (bits_ & ~sign_bit) == magnitude_mask) {
      return std::numeric_limits<T>::quiet_NaN();
    }
    if (exponent == 0) return sign * std::ldexp(static_cast<T>(mantissa), 1 - bias - MantissaBits);
    return sign *
           std::ldexp(static_cast<T>(mantissa + implicit_one), exponent - bias - MantissaBits);
  }

 private:
  static constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  static constexpr int largest_exponent = (1 << ExponentBits) - 1;
  static constexpr int implicit_one = 1 << MantissaBits;
  static constexpr int mantissa_mask = implicit_one - 1;
  static constexpr int magnitude_mask = (1 << (ExponentBits + MantissaBits)) - 1;
  static constexpr int sign_bit = magnitude_mask + 1;
  // Magnitudes, as bits: they are ordered as the numbers are, so that a carry makes the next
  // exponent.
  static constexpr int infinity = largest_exponent << MantissaBits;
  static constexpr int not_a_number =
      Infinite ? infinity | 1 << (MantissaBits - 1) : magnitude_mask;
  static constexpr int beyond_largest = Infinite ? infinity : magnitude_mask;

  static Bits rounded(double number) {
    const int sign = std::signbit(number) ? sign_bit : 0;
    return static_cast<Bits>(sign | magnitude(std::abs(number)));
  }
  static int magnitude(double number) {
    if (std::isnan(number)) return not_a_number;
    if (std::isinf(number)) return beyond_largest;
    if (number == 0) return 0;
    int exponent = 0;
    std::frexp(number, &exponent);
    // The exponent of the number's last place, which for subnormal numbers is the smallest one.
    const int place = std::max(exponent - 1, 1 - bias) - MantissaBits;
    const double mantissa = std::nearbyint(std::ldexp(number, -place));  // ties to even
    const int above_smallest = place + MantissaBits - (1 - bias);
    const double bits = mantissa + static_cast<double>(above_smallest) * implicit_one;
    return bits < beyond_largest ? static_cast<int>(bits) : beyond_largest;
  }

  Bits bits_ = 0;
};

using Float16 = SmallFloat<5, 10>;           // IEEE 754 binary16: ASSAY_F16
using BFloat16 = SmallFloat<8, 7>;           // ASSAY_BF16
using Float8E4M3 = SmallFloat<4, 3, false>;  // ASSAY_F8_E4M3
using Float8E5M2 = SmallFloat<5, 2>;         // ASSAY_F8_E5M2

}  // namespace assay::sdk
