// Data points in the order of a curve, sorted on the device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/library/data_order.hpp"

namespace sparse_grid::accelerator {

// The numbers of the points of rows [points][dimensions] along a Z-order or a Hilbert curve, in the
// order that sorted() of data_order.hpp defines. Returns when the sort has finished.
template <class Real>
assay::sdk::Buffer<std::uint32_t> sorted_on_device(const Device& device,
                                                   const assay::sdk::Buffer<Real>& rows,
                                                   std::size_t dimensions, const DataOrder& order);

// Compiles the programs of sorted_on_device.
void compile_curve_order(const Device& device, bool is_double, Curve curve, CurveCells cells);

}  // namespace sparse_grid::accelerator
