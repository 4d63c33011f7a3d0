// Data points in portions, so that a caller copies what belongs to one beside the kernels of
// another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sparse_grid::accelerator::folded {

struct PortionRule {
  bool operator==(const PortionRule&) const = default;

  std::size_t count = 1;
  std::size_t ratio = 1;  // points of a portion over those of its smaller neighbour
  bool growing = false;   // from portion to portion
};

// Each is a range of the points in the caller's order. A group of points may be of several: it is
// evaluated with the first of them where values are wanted (B^T alpha: portions shrink, so that
// kernels of the others hide the copy of the largest), with the last where weights have to come
// (B v: they grow).
class Portions {
 public:
  Portions(std::size_t points, const PortionRule& rule);

  // As many as the rule says, but for those that would be empty.
  [[nodiscard]] std::size_t count() const { return ends_.size(); }
  [[nodiscard]] std::size_t first(std::size_t portion) const {
    return portion == 0 ? 0 : ends_[portion - 1];
  }
  [[nodiscard]] std::size_t points(std::size_t portion) const {
    return ends_[portion] - first(portion);
  }
  // Behind the last point of each.
  [[nodiscard]] const std::vector<std::uint32_t>& ends() const { return ends_; }

  // That of a group of points [first, first + count) of a tile, whose points are in the order of
  // portions: `tile_ends` has where each portion ends there.
  [[nodiscard]] std::size_t of_group(const std::uint32_t* tile_ends, std::uint32_t first,
                                     std::uint32_t count) const;

 private:
  bool growing_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace sparse_grid::accelerator::folded
