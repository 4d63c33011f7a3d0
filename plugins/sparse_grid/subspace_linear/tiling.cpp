#include "sparse_grid/subspace_linear/tiling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "assay/sizes.hpp"

namespace assay::subspace_linear {
namespace {

constexpr std::uint32_t finest_bits = max_level - 1;
constexpr std::uint32_t max_tile_bits = 60;  // of all dimensions together: they share a 64-bit key

template <class T>
std::vector<std::uint32_t> cells_of(std::span<const T> data, std::size_t dimensions) {
  std::vector<std::uint32_t> cells(data.size());
  for (std::size_t k = 0; k < data.size(); ++k) {
    if (!(data[k] >= 0 && data[k] <= 1)) {
      throw std::invalid_argument("data point " + std::to_string(k / dimensions) + ", dimension " +
                                  std::to_string(k % dimensions) + ": " + std::to_string(data[k]) +
                                  " is outside [0, 1]");
    }
    cells[k] = finest_cell(static_cast<double>(data[k]));
  }
  return cells;
}

// The cost of a subgrid whose lanes still differ in `bits` bits of the index: the cost of a look-up
// grows slowly, that of the accumulation exponentially. The square lies between the two.
double cost(std::uint32_t bits) { return 1.0 + static_cast<double>(bits) * bits; }

// Splits the unit cube bit by bit, always along the dimension that saves most, as long as the tiles
// keep enough points. The keys collect the bits in this order, which makes their order a Z-curve.
class Splitter {
 public:
  Splitter(const SubspaceList& subspaces, std::size_t dimensions,
           const std::vector<std::uint32_t>& cells)
      : subspaces_(subspaces),
        dimensions_(dimensions),
        cells_(cells),
        bits_(dimensions, 0),
        keys_(cells.size() / dimensions, 0),
        groups_(keys_.size(), 0),
        group_count_(keys_.empty() ? 0 : 1) {
    for (const auto& entry : subspaces.entries) open_bits_.push_back(entry.bits);
  }

  void split(std::size_t points_per_tile) {
    std::vector<bool> exhausted(dimensions_, false);
    for (std::uint32_t total = 0; total < max_tile_bits;) {
      const std::size_t best = best_dimension(exhausted);
      if (best == dimensions_) return;
      const auto numbers = numbers_after(best);
      if (numbers.back() * points_per_tile > keys_.size()) {
        exhausted[best] = true;
        continue;
      }
      extend_keys(best, numbers);
      for (std::size_t k = 0; k < open_bits_.size(); ++k) {
        if (subspaces_.entries[k].exponents[best] > bits_[best]) --open_bits_[k];
      }
      ++bits_[best];
      ++total;
    }
  }

  [[nodiscard]] const std::vector<std::uint32_t>& bits() const { return bits_; }
  [[nodiscard]] const std::vector<std::uint64_t>& keys() const { return keys_; }

 private:
  // The dimension whose next bit saves most, or dimensions_ if none saves anything.
  [[nodiscard]] std::size_t best_dimension(const std::vector<bool>& exhausted) const {
    std::vector<double> saved(dimensions_, 0.0);
    for (std::size_t k = 0; k < open_bits_.size(); ++k) {
      const double gain = open_bits_[k] == 0 ? 0 : cost(open_bits_[k]) - cost(open_bits_[k] - 1);
      for (std::size_t j = 0; j < dimensions_; ++j) {
        if (!exhausted[j] && subspaces_.entries[k].exponents[j] > bits_[j]) saved[j] += gain;
      }
    }
    const auto best = std::max_element(saved.begin(), saved.end());
    return best == saved.end() || *best == 0 ? dimensions_
                                             : static_cast<std::size_t>(best - saved.begin());
  }

  // The next bit of dimension j of a point.
  [[nodiscard]] std::size_t next_bit(std::size_t point, std::size_t j) const {
    return (cells_[point * dimensions_ + j] >> (finest_bits - 1 - bits_[j])) & 1U;
  }

  // The number that each pair of group and next bit of dimension j would have as a group of its
  // own; the last element is the number of such groups.
  [[nodiscard]] std::vector<std::size_t> numbers_after(std::size_t j) const {
    std::vector<std::size_t> numbers(2 * group_count_ + 1, 0);
    for (std::size_t i = 0; i < groups_.size(); ++i) numbers[2 * groups_[i] + next_bit(i, j)] = 1;
    std::exclusive_scan(numbers.begin(), numbers.end(), numbers.begin(), std::size_t{0});
    return numbers;
  }

  void extend_keys(std::size_t j, const std::vector<std::size_t>& numbers) {
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const std::size_t bit = next_bit(i, j);
      keys_[i] = (keys_[i] << 1) | bit;
      groups_[i] = numbers[2 * groups_[i] + bit];
    }
    group_count_ = numbers.back();
  }

  const SubspaceList& subspaces_;
  std::size_t dimensions_;
  const std::vector<std::uint32_t>& cells_;
  std::vector<std::uint32_t> bits_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::size_t> groups_;  // points of one key have the same number; without gaps
  std::size_t group_count_;
  std::vector<std::uint32_t> open_bits_;  // per subspace: index bits that differ within a tile
};

// Cuts one tile of `count` points into blocks of max_vectors, then smaller powers of two.
void append_blocks(Tiling& tiling, std::size_t count, std::size_t lanes, std::size_t max_vectors) {
  std::size_t vectors = sdk::quotient_up(count, lanes);
  const auto tile = static_cast<std::uint32_t>(tiling.corners.size() / tiling.bits.size()) - 1;
  for (std::size_t size = max_vectors; vectors > 0; size /= 2) {
    for (; vectors >= size; vectors -= size) {
      tiling.blocks.push_back({tiling.padded, static_cast<std::uint32_t>(size), tile});
      tiling.padded += size * lanes;
    }
  }
}

}  // namespace

std::uint32_t finest_cell(double x) {
  constexpr double cells = 1U << finest_bits;
  return static_cast<std::uint32_t>(std::min(x * cells, cells - 1));
}

template <class T>
Tiling tile_data(std::span<const T> data, std::size_t dimensions, const SubspaceList& subspaces,
                 std::size_t points_per_tile, std::size_t lanes, std::size_t max_vectors) {
  if (dimensions == 0) throw std::invalid_argument("data points without dimensions");
  const std::size_t m = data.size() / dimensions;
  // Even with one point per tile, the positions, `lanes` for each tile, then fit into 32 bits.
  if (m > (std::size_t{1} << 27)) {
    throw std::invalid_argument(std::to_string(m) + " data points: at most 2^27 are possible");
  }
  const auto cells = cells_of(data, dimensions);
  Splitter splitter(subspaces, dimensions, cells);
  if (points_per_tile > 0) splitter.split(points_per_tile);

  const auto& keys = splitter.keys();
  std::vector<std::uint32_t> order(m);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });

  Tiling tiling;
  tiling.bits = splitter.bits();
  tiling.positions.resize(m);
  for (std::size_t begin = 0, end = 0; begin < m; begin = end) {
    while (end < m && keys[order[end]] == keys[order[begin]]) ++end;
    for (std::size_t j = 0; j < dimensions; ++j) {
      tiling.corners.push_back(cells[order[begin] * dimensions + j] >>
                               (finest_bits - tiling.bits[j]));
    }
    for (std::size_t k = begin; k < end; ++k) {
      tiling.positions[order[k]] = static_cast<std::uint32_t>(tiling.padded + (k - begin));
    }
    append_blocks(tiling, end - begin, lanes, max_vectors);
  }
  return tiling;
}

template <class T>
void copy_to_blocks(std::span<const T> data, std::size_t dimensions, const Tiling& tiling,
                    std::size_t lanes, std::span<T> blocks) {
  constexpr auto unused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> source(tiling.padded, unused);
  for (std::size_t i = 0; i < tiling.positions.size(); ++i) {
    source[tiling.positions[i]] = static_cast<std::uint32_t>(i);
  }
  // Unused lanes follow the used ones of their tile.
  for (std::size_t p = 1; p < source.size(); ++p) {
    if (source[p] == unused) source[p] = source[p - 1];
  }
  for (const auto& block : tiling.blocks) {
    T* target = blocks.data() + block.first * dimensions;
    const std::size_t width = block.vectors * lanes;
    for (std::size_t j = 0; j < dimensions; ++j) {
      for (std::size_t k = 0; k < width; ++k) {
        target[j * width + k] = data[source[block.first + k] * dimensions + j];
      }
    }
  }
}

template Tiling tile_data(std::span<const float>, std::size_t, const SubspaceList&, std::size_t,
                          std::size_t, std::size_t);
template Tiling tile_data(std::span<const double>, std::size_t, const SubspaceList&, std::size_t,
                          std::size_t, std::size_t);
template void copy_to_blocks(std::span<const float>, std::size_t, const Tiling&, std::size_t,
                             std::span<float>);
template void copy_to_blocks(std::span<const double>, std::size_t, const Tiling&, std::size_t,
                             std::span<double>);

}  // namespace assay::subspace_linear
