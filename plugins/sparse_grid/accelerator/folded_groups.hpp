// Groups of data points that share the basis of their tile: kernels/sparse_grid/folded.h says what
// that is, folded_groups.kernel makes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"

namespace sparse_grid::accelerator {

// Groups of up to `group_points` data points, each of a single tile, those of the tiles with most
// blocks first.
template <class Real>
class FoldedGroups {
 public:
  using Words = assay::sdk::Buffer<std::uint32_t>;
  using Reals = assay::sdk::Buffer<Real>;

  // tile_ranges: [tiles][2] the first of a tile's points and how many, as FoldedTiles has them;
  // tile_blocks: [tiles][2] its first block and how many, as FoldedParts has them.
  FoldedGroups(const Device& device, const std::vector<std::uint32_t>& tile_ranges,
               const std::vector<std::uint32_t>& tile_blocks, const Boxes<Real>& tiles,
               const OrderedData<Real>& data, const LevelOne<Real>& level_one,
               std::size_t group_points);

  // Compiles the program.
  static void compile(const Device& device, bool is_double, std::size_t dimensions);

  [[nodiscard]] std::size_t count() const { return count_; }
  // Of all groups, each with all cells of its tile's blocks.
  [[nodiscard]] std::size_t moments() const { return moment_count_; }

  // kernels/sparse_grid/folded_product.h
  Reals coordinates;
  Words places;
  Reals common;
  Words groups;
  // B v: folded_terms.kernel
  Words tile_groups;

 private:
  // The tables `groups` and `tile_groups`.
  std::vector<std::uint32_t> cut(const assay::sdk::Host& host,
                                 const std::vector<std::uint32_t>& tile_ranges,
                                 const std::vector<std::uint32_t>& tile_blocks,
                                 std::size_t group_points);

  std::size_t count_ = 0;
  std::size_t moment_count_ = 0;
};

}  // namespace sparse_grid::accelerator
