// Data points on the device, in the layout of the kernels that walk a grid.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/library/data_order.hpp"

namespace sparse_grid::accelerator {

enum class SortedOn { host, device };

// The points dimension by dimension, in an order of their own (data_order.hpp). The points are
// uploaded in their original order; the device sorts them with
// kernels/sparse_grid/ordered_data.kernel.
template <class Real>
struct OrderedData {
  // Makes `stride` places, at least as many as there are points; the rest hold the centre of the
  // cube. Only curves can be sorted on the device. Returns when the work has finished.
  OrderedData(const Device& device, const Inputs<Real>& inputs, const DataOrder& data_order,
              std::size_t padded_points, SortedOn where = SortedOn::host);

  // The memory for making and keeping the data.
  static MemoryNeed memory(const Shapes& shapes, std::size_t stride);

  std::size_t stride;
  assay::sdk::Buffer<Real> columns;         // [dimensions][stride]
  assay::sdk::Buffer<std::uint32_t> order;  // [stride] numbers of the points, or no_point
};

// The values for each point that depend only on the level-1 functions.
template <class Real>
struct LevelOne {
  LevelOne(const Device& device, const OrderedData<Real>& data);

  assay::sdk::Buffer<Real> reciprocals;  // [dimensions][stride] of each function; 0 where it is 0
  assay::sdk::Buffer<Real> products;     // [stride] over all dimensions
};

// Coordinates tile by tile: [stride / tile_points][dimensions][tile_points]; or interleaved with
// reciprocals, [stride / tile_points][dimensions + 1][2][tile_points], with 0 and 1 in the last
// dimension. The stride must be a multiple of `tile_points`. Returns when the work has finished.
template <class Real>
assay::sdk::Buffer<Real> in_tiles(const Device& device, const OrderedData<Real>& data,
                                  std::size_t tile_points);
template <class Real>
assay::sdk::Buffer<Real> in_tiles(const Device& device, const OrderedData<Real>& data,
                                  const LevelOne<Real>& level_one, std::size_t tile_points);

// Compiles the programs of OrderedData, LevelOne and in_tiles.
void compile_ordered_data(const Device& device, bool is_double);

}  // namespace sparse_grid::accelerator
