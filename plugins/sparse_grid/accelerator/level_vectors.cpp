#include "sparse_grid/accelerator/level_vectors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "assay/plugin.hpp"

namespace sparse_grid::accelerator {
namespace {

// Level vectors packed into words with dimension 0 in the highest bits, so that words compare as
// level vectors do.
class Packed {
 public:
  static constexpr std::size_t bits = 6;  // of a level
  static constexpr std::size_t per_word = 64 / bits;

  explicit Packed(const GridPoints& points)
      : words_(assay::sdk::quotient_up(points.dimensions(), per_word)),
        keys_(points.size() * words_) {
    std::uint32_t all = 0;
    auto key = keys_.begin();
    for (std::size_t point = 0; point < points.size(); ++point) {
      auto level = points.level(point).begin();
      for (std::size_t left = points.dimensions(); left > 0; ++key) {
        const std::size_t count = std::min(left, per_word);
        std::uint64_t word = 0;
        for (std::size_t k = 0; k < count; ++k, ++level) {
          all |= *level - 1;
          word = word << bits | *level;
        }
        *key = word;
        left -= count;
      }
    }
    if (all > 31) throw assay::sdk::Error(ASSAY_INVALID, "grid points must have levels 1 to 32");
  }

  [[nodiscard]] bool equal(std::size_t a, std::size_t b) const {
    std::uint64_t different = 0;
    for (std::size_t w = 0; w < words_; ++w) different |= key(a)[w] ^ key(b)[w];
    return different == 0;
  }
  // Sorts points in ascending order of their keys.
  void sort(std::vector<std::uint32_t>& points) const {
    // Most comparisons are decided by the first word, which is stored with the point.
    std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted;
    sorted.reserve(points.size());
    for (const std::uint32_t point : points) sorted.emplace_back(*key(point), point);
    std::sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
      if (a.first != b.first) return a.first < b.first;
      return std::lexicographical_compare(key(a.second), key(a.second) + words_, key(b.second),
                                          key(b.second) + words_);
    });
    std::transform(sorted.begin(), sorted.end(), points.begin(),
                   [](const auto& point) { return point.second; });
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

// Gives points with equal keys the same number, in the order of first appearance. Returns the first
// point of each number.
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

LevelVectors::LevelVectors(const GridPoints& points)
    : dimensions(points.dimensions()), owners(points.size()) {
  const Packed keys(points);
  auto firsts = find_equals(keys, owners);
  keys.sort(firsts);
  std::vector<std::uint32_t> places(firsts.size());
  levels.reserve(firsts.size() * dimensions);
  for (std::uint32_t s = 0; s < firsts.size(); ++s) {
    places[owners[firsts[s]]] = s;
    const auto level = points.level(firsts[s]);
    levels.insert(levels.end(), level.begin(), level.end());
  }
  used.resize(firsts.size());
  for (auto& owner : owners) {
    owner = places[owner];
    ++used[owner];
  }
}

LevelVectors LevelVectors::part(const std::vector<bool>& chosen) const {
  LevelVectors some(dimensions);
  std::vector<std::uint32_t> places(size());
  for (std::size_t s = 0; s < size(); ++s) {
    if (!chosen[s]) continue;
    places[s] = static_cast<std::uint32_t>(some.size());
    some.used.push_back(used[s]);
    some.levels.insert(some.levels.end(), level(s).begin(), level(s).end());
  }
  for (const std::uint32_t owner : owners) {
    if (chosen[owner]) some.owners.push_back(places[owner]);
  }
  return some;
}

double LevelVectors::full_points(std::size_t s) const {
  const auto l = level(s);
  const auto sum = std::accumulate(l.begin(), l.end(), std::uint64_t{0});
  return std::ldexp(1.0, static_cast<int>(sum - dimensions));
}

}  // namespace sparse_grid::accelerator
