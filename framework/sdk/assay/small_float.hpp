// Floating-point numbers of 16 and 8 bits, as kernels have them and C++20 does not: for references
// and variants on the CPU. They store and convert; arithmetic is float's.
#pragma once

#include <algorithm>
#include <bit>
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
    const bool negative = (bits_ & sign_bit) != 0;
    double magnitude = 0;
    if (Infinite && exponent == largest_exponent) {
      magnitude = mantissa == 0 ? std::numeric_limits<double>::infinity()
                                : std::numeric_limits<double>::quiet_NaN();
    } else if (!Infinite && (bits_ & ~sign_bit) == magnitude_mask) {
      magnitude = std::numeric_limits<double>::quiet_NaN();
    } else if (exponent == 0) {
      magnitude = mantissa * power_of_two(1 - bias - MantissaBits);
    } else {
      magnitude = (mantissa + implicit_one) * power_of_two(exponent - bias - MantissaBits);
    }
    return static_cast<T>(negative ? -magnitude : magnitude);
  }

 private:
  static constexpr int double_mantissa = 52;
  static constexpr int double_bias = 1023;
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

  // Of exponents that no small float comes near the ends of double's with.
  static double power_of_two(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + double_bias)
                                 << double_mantissa);
  }

  static Bits rounded(double number) {
    const int sign = std::signbit(number) ? sign_bit : 0;
    return static_cast<Bits>(sign | magnitude(std::abs(number)));
  }
  static int magnitude(double number) {
    if (std::isnan(number)) return not_a_number;
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const int exponent = static_cast<int>(bits >> double_mantissa) - double_bias;
    // Below the smallest normal number, the last place stays where that number has it.
    const int below = std::max(0, 1 - bias - exponent);
    const int dropped = double_mantissa - MantissaBits + below;
    if (dropped > double_mantissa + 1) return 0;  // less than half of the smallest number
    const std::uint64_t one = std::uint64_t{1} << double_mantissa;
    const std::uint64_t digits = (bits & (one - 1)) | one;
    const std::uint64_t odd = digits >> dropped & 1U;
    const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
    const auto kept = static_cast<int>((digits + half - 1 + odd) >> dropped);  // ties to even
    const int result = kept + (below > 0 ? 0 : (exponent + bias - 1) * implicit_one);
    return std::min(result, beyond_largest);
  }

  Bits bits_ = 0;
};

using Float16 = SmallFloat<5, 10>;           // IEEE 754 binary16: ASSAY_F16
using BFloat16 = SmallFloat<8, 7>;           // ASSAY_BF16
using Float8E4M3 = SmallFloat<4, 3, false>;  // ASSAY_F8_E4M3
using Float8E5M2 = SmallFloat<5, 2>;         // ASSAY_F8_E5M2

}  // namespace assay::sdk
