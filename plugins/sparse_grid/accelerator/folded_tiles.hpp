// Which groups of data points share a folded tile: kernels/sparse_grid/folded_tiles.kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"

namespace sparse_grid::accelerator {

struct TileLimits {
  std::size_t groups;  // of a tile, at most; a power of two
  std::size_t kinks;   // hats with a kink in the box of a tile of several groups, at most
};

template <class Real>
struct FoldedTiles {
  // Halves ranges of groups until they keep the limits. Boxes are those of single groups.
  FoldedTiles(const Device& device, const GridEntries<Real>& entries, const Boxes<Real>& groups,
              std::size_t dimensions, const TileLimits& limits);

  static void compile(const Device& device, bool is_double);

  std::vector<std::uint32_t> ranges;  // [tiles][2] first group and how many
  Boxes<Real> boxes;                  // of the tiles
};

}  // namespace sparse_grid::accelerator
