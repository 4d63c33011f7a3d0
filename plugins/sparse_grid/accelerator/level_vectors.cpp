#include "sparse_grid/accelerator/level_vectors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "assay/plugin.hpp"

namespace sparse_grid::accelerator {
namespace {

// Level vectors packed into words, dimension 0 first and foremost, so that words compare as level
// vectors do.
class Packed {
 public:
  static constexpr std::size_t bits = 6;  // of a level
  static constexpr std::size_t per_word = 64 / bits;

  Packed(std::span<const std::uint32_t> levels, std::size_t dimensions)
      : words_((dimensions + per_word - 1) / per_word), keys_(levels.size() / dimensions * words_) {
    std::uint32_t all = 0;
    auto* key = keys_.data();
    for (auto level = levels.begin(); level != levels.end(); key += words_) {
      for (std::size_t k = 0; k < dimensions; ++k, ++level) {
        all |= *level - 1;
        key[k / per_word] = key[k / per_word] << bits | *level;
      }
    }
    if (all > 31) throw assay::sdk::Error(ASSAY_INVALID, "grid points must have levels 1 to 32");
  }

  [[nodiscard]] bool equal(std::size_t a, std::size_t b) const {
    return std::equal(key(a), key(a) + words_, key(b));
  }
  [[nodiscard]] bool less(std::size_t a, std::size_t b) const {
    return std::lexicographical_compare(key(a), key(a) + words_, key(b), key(b) + words_);
  }
  [[nodiscard]] std::uint64_t hash(std::size_t point) const {
    std::uint64_t hash = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      hash = (hash ^ key(point)[w]) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 32;
    }
    return hash;
  }

 private:
  [[nodiscard]] const std::uint64_t* key(std::size_t point) const {
    return keys_.data() + point * words_;
  }

  std::size_t words_;  // of a level vector
  std::vector<std::uint64_t> keys_;
};

// Numbers equal keys alike, in the order of their first appearance. Returns the first point of
// each.
std::vector<std::uint32_t> find_equals(const Packed& keys, std::vector<std::uint32_t>& numbers) {
  constexpr std::uint32_t none = 0xffffffffU;
  const std::size_t slots = std::bit_ceil(2 * numbers.size());
  std::vector<std::uint32_t> table(slots, none);  // open addressing, linear probing
  std::vector<std::uint32_t> firsts;
  for (std::uint32_t point = 0; point < numbers.size(); ++point) {
    std::size_t slot = keys.hash(point) & (slots - 1);
    while (table[slot] != none && !keys.equal(firsts[table[slot]], point)) {
      slot = (slot + 1) & (slots - 1);
    }
    if (table[slot] == none) {
      table[slot] = static_cast<std::uint32_t>(firsts.size());
      firsts.push_back(point);
    }
    numbers[point] = table[slot];
  }
  return firsts;
}

}  // namespace

LevelVectors::LevelVectors(std::span<const std::uint32_t> point_levels, std::size_t dimension_count)
    : dimensions(dimension_count), owners(point_levels.size() / dimension_count) {
  const Packed keys(point_levels, dimensions);
  const auto firsts = find_equals(keys, owners);
  std::vector<std::uint32_t> order(firsts.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return keys.less(firsts[a], firsts[b]); });

  std::vector<std::uint32_t> places(order.size());
  levels.reserve(order.size() * dimensions);
  for (std::uint32_t s = 0; s < order.size(); ++s) {
    places[order[s]] = s;
    const auto level = point_levels.subspan(firsts[order[s]] * dimensions, dimensions);
    levels.insert(levels.end(), level.begin(), level.end());
  }
  used.resize(order.size());
  for (auto& owner : owners) {
    owner = places[owner];
    ++used[owner];
  }
}

double LevelVectors::full_points(std::size_t s) const {
  const auto l = level(s);
  const auto sum = std::accumulate(l.begin(), l.end(), std::uint64_t{0});
  return std::ldexp(1.0, static_cast<int>(sum - dimensions));
}

}  // namespace sparse_grid::accelerator
