// Halves, and the type in which products of numbers are summed.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "assay/small_float.hpp"

namespace gemm {

using Half = assay::sdk::Float16;

template <class Real>
using SumOf = std::conditional_t<std::is_same_v<Real, Half>, float, Real>;

// A number in the type of sums. Conversions of halves have no branches, so that compilers make
// vectors of them: the exponent's bias is corrected by a multiplication, which is exact for
// subnormal numbers, too.
template <class Real>
SumOf<Real> widened(Real number) {
  return number;
}
template <>
inline float widened(Half number) {
  constexpr std::uint32_t infinity = 0x7c00U << 13U;  // or NaN, from there on
  constexpr std::uint32_t largest_exponent = 0x7f800000U;
  const std::uint32_t magnitude = (std::uint32_t{number.bits()} & 0x7fffU) << 13U;
  const std::uint32_t sign = (std::uint32_t{number.bits()} & 0x8000U) << 16U;
  const auto finite = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) * 0x1p112F);
  return std::bit_cast<float>((magnitude >= infinity ? magnitude | largest_exponent : finite) |
                              sign);
}

}  // namespace gemm
