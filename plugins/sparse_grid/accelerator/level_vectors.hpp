// The subgrids of a grid: its distinct level vectors, and which points have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sparse_grid::accelerator {

// Subgrids in lexicographic order of their level vectors. Takes time proportional to the points and
// sorts subgrids only: this is prepared anew after each refinement.
struct LevelVectors {
  // `point_levels` is [n][dimensions], 1 to 32. Throws ASSAY_INVALID for others.
  LevelVectors(std::span<const std::uint32_t> point_levels, std::size_t dimension_count);

  [[nodiscard]] std::size_t size() const { return used.size(); }
  [[nodiscard]] std::span<const std::uint32_t> level(std::size_t s) const {
    return {levels.data() + s * dimensions, dimensions};
  }
  // The points that the subgrid has when it is full: 2^(|level|_1 - dimensions).
  [[nodiscard]] double full_points(std::size_t s) const;

  std::size_t dimensions;
  std::vector<std::uint32_t> levels;  // [size()][dimensions]
  std::vector<std::uint32_t> used;    // [size()] points of the grid in each
  std::vector<std::uint32_t> owners;  // [n] the subgrid of each point
};

}  // namespace sparse_grid::accelerator
