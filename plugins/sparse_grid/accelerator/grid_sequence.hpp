// The grid's part of support lists, laid out by the host.
#pragma once

#include <cstdint>
#include <future>
#include <utility>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/library/list_order.hpp"
#include "sparse_grid/library/nodes.hpp"
#include "sparse_grid/library/support_entries.hpp"

namespace sparse_grid::accelerator {

struct GridSequence {
  std::vector<std::uint32_t> dimensions;  // in the tree's order
  SupportEntries entries;
};

// Lays out the grid on a thread of its own while the device sorts the data. `device` and `grid`
// must outlive the work, which the future's destructor waits for.
inline std::future<GridSequence> lay_out(const Device& device, const GridPoints& grid,
                                         const ListOrder& order) {
  return std::async(std::launch::async, [&device, &grid, order] {
    return timed(device, &Preparation::grid_layout, [&] {
      auto dimensions = order.of_dimensions(grid);
      SupportEntries entries(grid, dimensions);
      return GridSequence{std::move(dimensions), std::move(entries)};
    });
  });
}

}  // namespace sparse_grid::accelerator
