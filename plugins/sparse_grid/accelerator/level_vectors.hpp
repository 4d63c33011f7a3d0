// The subgrids of a grid: its distinct level vectors, and the points of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/grid_points.hpp"

namespace sparse_grid::accelerator {

// Subgrids in lexicographic order of their level vectors. Takes time proportional to the number of
// points and sorts only subgrids, because it is prepared again after each refinement.
struct LevelVectors {
  // Throws ASSAY_INVALID for levels other than 1 to 32.
  explicit LevelVectors(const GridPoints& points);

  // The level vectors of only the points in the chosen subgrids, made without another pass over the
  // points' levels. `chosen` is [size()].
  [[nodiscard]] LevelVectors part(const std::vector<bool>& chosen) const;

  [[nodiscard]] std::size_t size() const { return used.size(); }
  [[nodiscard]] std::span<const std::uint32_t> level(std::size_t s) const {
    return {levels.data() + s * dimensions, dimensions};
  }
  // The number of points that the subgrid has when it is full: 2^(|level|_1 - dimensions).
  [[nodiscard]] double full_points(std::size_t s) const;

  std::size_t dimensions;
  std::vector<std::uint32_t> levels;  // [size()][dimensions]
  std::vector<std::uint32_t> used;    // [size()] points in each
  std::vector<std::uint32_t> owners;  // [points] the subgrid of each

 private:
  explicit LevelVectors(std::size_t dimension_count) : dimensions(dimension_count) {}
};

}  // namespace sparse_grid::accelerator
