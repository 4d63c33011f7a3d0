// Data points on the device, as the kernels that walk a grid read them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/library/data_order.hpp"

namespace sparse_grid::accelerator {

enum class SortedOn { host, device };

// The points dimension by dimension, in an order of their own (data_order.hpp). What is uploaded
// are the points as they came; the device puts them in order with
// kernels/sparse_grid/ordered_data.kernel.
template <class Real>
struct OrderedData {
  // `stride` places, at least as many as there are points; the rest hold the centre of the cube.
  // Only curves are sorted on the device. Returns when all is done.
  OrderedData(const Device& device, const Inputs<Real>& inputs, const DataOrder& data_order,
              std::size_t padded_points, SortedOn where = SortedOn::host);

  // What making and keeping it takes.
  static MemoryNeed memory(const Shapes& shapes, std::size_t stride);

  std::size_t stride;
  assay::sdk::Buffer<Real> columns;         // [dimensions][stride]
  assay::sdk::Buffer<std::uint32_t> order;  // [stride] numbers of the points, no_point without
};

// What of each point depends on the level-1 functions alone.
template <class Real>
struct LevelOne {
  LevelOne(const Device& device, const OrderedData<Real>& data);

  assay::sdk::Buffer<Real> reciprocals;  // [dimensions][stride] of each function, 0 where it is 0
  assay::sdk::Buffer<Real> products;     // [stride] over all dimensions
};

// Coordinates tile by tile: [stride / tile_points][dimensions][tile_points]; or with reciprocals
// beside them, [stride / tile_points][dimensions + 1][2][tile_points], 0 and 1 in the last
// dimension. The stride is a multiple of `tile_points`. Returns when all is done.
template <class Real>
assay::sdk::Buffer<Real> in_tiles(const Device& device, const OrderedData<Real>& data,
                                  std::size_t tile_points);
template <class Real>
assay::sdk::Buffer<Real> in_tiles(const Device& device, const OrderedData<Real>& data,
                                  const LevelOne<Real>& level_one, std::size_t tile_points);

// Compiles their programs.
void compile_ordered_data(const Device& device, bool is_double);

}  // namespace sparse_grid::accelerator
