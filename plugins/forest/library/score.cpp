#include "forest/library/score.hpp"

#include <bit>

namespace forest {
namespace {

// log2 of `count` > 0, truncated to CountTable::places binary places.
std::uint64_t binary_logarithm(std::uint64_t count) {
  __extension__ using Wide = unsigned __int128;
  const auto whole = static_cast<int>(std::bit_width(count)) - 1;
  // count / 2^whole, from 1 to below 2, with 62 binary places. Squaring doubles its logarithm.
  std::uint64_t x = count << (62 - whole);
  auto logarithm = static_cast<std::uint64_t>(whole);
  for (int place = 0; place < CountTable::places; ++place) {
    x = static_cast<std::uint64_t>((Wide{x} * x) >> 62);
    const std::uint64_t bit = x >> 63;
    x >>= bit;
    logarithm = logarithm << 1 | bit;
  }
  return logarithm;
}

}  // namespace

CountTable::CountTable(std::uint32_t largest) : values_(std::size_t{largest} + 1) {
  for (std::uint64_t count = 1; count <= largest; ++count) {
    values_[count] = static_cast<std::int64_t>(count * binary_logarithm(count));
  }
}

}  // namespace forest
