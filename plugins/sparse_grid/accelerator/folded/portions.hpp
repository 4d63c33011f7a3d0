// Data points in portions, so that a caller can copy the vectors of one portion while kernels of
// another run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sparse_grid::accelerator::folded {

struct PortionRule {
  bool operator==(const PortionRule&) const = default;

  std::size_t count = 1;
  std::size_t ratio = 1;  // points of a portion over those of its smaller neighbour
  bool growing = false;   // whether portions grow from one to the next
};

// Portions are ranges of the points in the caller's order. A group may have points of several
// portions: it is evaluated with the first of them if values are computed (B^T alpha: portions
// shrink, so that kernels of the others hide the copy of the largest), and with the last if weights
// must arrive first (B v: portions grow).
class Portions {
 public:
  Portions(std::size_t points, const PortionRule& rule);

  // The number of portions that the rule gives, without those that would be empty.
  [[nodiscard]] std::size_t count() const { return ends_.size(); }
  [[nodiscard]] std::size_t first(std::size_t portion) const {
    return portion == 0 ? 0 : ends_[portion - 1];
  }
  [[nodiscard]] std::size_t points(std::size_t portion) const {
    return ends_[portion] - first(portion);
  }
  // The end of each portion, exclusive.
  [[nodiscard]] const std::vector<std::uint32_t>& ends() const { return ends_; }

  // The portion of a group of points [first, first + count) of a tile whose points are ordered by
  // portion: `tile_ends` holds the end of each portion in the tile.
  [[nodiscard]] std::size_t of_group(const std::uint32_t* tile_ends, std::uint32_t first,
                                     std::uint32_t count) const;

 private:
  bool growing_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace sparse_grid::accelerator::folded
