// The list of full subgrids that the subspace-linear algorithm walks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/level_vectors.hpp"
#include "sparse_grid/library/grid_points.hpp"

namespace sparse_grid::accelerator {

// Subgrids in lexicographic order of their level vectors, each stored full and row-major by
// (index - 1) / 2. The arrays are those of kernels/sparse_grid/subspace_linear.kernel.
struct Subgrids {
  // The greatest number of slots of one subgrid: slot numbers within a subgrid have 32 bits on the
  // device.
  static constexpr double most_slots = 0x1p31;

  // `vectors` are the level vectors of the points. Throws ASSAY_UNSUPPORTED if a subgrid has more
  // than most_slots slots.
  Subgrids(const GridPoints& points, const LevelVectors& vectors);

  [[nodiscard]] std::size_t size() const { return offsets.size(); }

  std::vector<std::uint32_t> shifts;   // [size()][dimensions] level - 1
  std::vector<std::uint64_t> offsets;  // [size()] first slot of each subgrid
  // [size()] the next subgrid in the list that is not of level >= this one's in every dimension
  std::vector<std::uint32_t> skips;
  // [size()][2] first dimension in which the level differs, for the next subgrid and for skips
  std::vector<std::uint32_t> changes;
  std::vector<std::uint64_t> slots;  // [points] the slot of each grid point
  std::uint64_t slot_count = 0;      // of all subgrids

 private:
  void place(const LevelVectors& vectors);
  void link();
  [[nodiscard]] std::uint32_t first_change(std::size_t from, std::size_t to) const;

  std::size_t dimensions_;
};

}  // namespace sparse_grid::accelerator
