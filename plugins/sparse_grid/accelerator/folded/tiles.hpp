// The division of data points into folded tiles (kernels/sparse_grid/folded/tiles.kernel).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"

namespace sparse_grid::accelerator::folded {

struct TileLimits {
  std::size_t points;  // greatest number in a tile
  std::size_t kinks;   // greatest number of hats with a kink in the box of a tile of several points
};

template <class Real>
struct Tiles {
  // Halves ranges of the ordered points until they satisfy the limits.
  Tiles(const Device& device, const GridEntries<Real>& entries, const OrderedData<Real>& data,
        std::size_t points, const TileLimits& limits);

  static void compile(const Device& device, bool is_double);

  std::vector<std::uint32_t> ranges;  // [tiles][2] first point and number of points, in order
  Boxes<Real> boxes;                  // of the tiles
};

}  // namespace sparse_grid::accelerator::folded
