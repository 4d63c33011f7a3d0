// The total order of the keys, common to the problem and all of its variants:
//
//   -inf < finite numbers < +inf < NaN,  -0 < +0
//
// NaNs are ordered by their bits: positive ones first, in ascending order, then negative ones, in
// descending order. No two keys of different bits are thus equal: the sorted keys do not depend on
// the sort, and a key can be recovered from its rank in the order.
#pragma once

#include <bit>
#include <cstdint>

namespace sorting {

namespace detail {

constexpr std::uint32_t sign = 0x80000000U;
// The number of bit patterns below -inf if numbers are ordered by sign and magnitude alone: the
// negative NaNs.
constexpr std::uint32_t negative_nans = 0x007fffffU;

}  // namespace detail

// The rank of a key in the order, from 0 for -inf: a bijection of all bit patterns. Negative
// numbers are reversed and put below the positive ones (Herf 2001, "Radix tricks"); then the ranks
// are rotated until -inf comes first, which puts the negative NaNs last.
constexpr std::uint32_t rank_of_bits(std::uint32_t bits) {
  const std::uint32_t turned = (bits & detail::sign) != 0 ? ~bits : bits | detail::sign;
  return turned - detail::negative_nans;
}
constexpr std::uint32_t bits_of_rank(std::uint32_t rank) {
  const std::uint32_t turned = rank + detail::negative_nans;
  return (turned & detail::sign) != 0 ? turned & ~detail::sign : ~turned;
}

inline std::uint32_t rank_of(const float& key) {
  return rank_of_bits(std::bit_cast<std::uint32_t>(key));
}
inline float key_of(std::uint32_t rank) { return std::bit_cast<float>(bits_of_rank(rank)); }

}  // namespace sorting
