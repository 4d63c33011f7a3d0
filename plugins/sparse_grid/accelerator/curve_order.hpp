// Data points in the order of a curve, sorted on the device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/library/data_order.hpp"

namespace sparse_grid::accelerator {

// The numbers of the points of rows [points][dimensions], as sorted() of data_order.hpp has them,
// along a Z-order or a Hilbert curve. Returns when all is done.
template <class Real>
assay::sdk::Buffer<std::uint32_t> sorted_on_device(const Device& device,
                                                   const assay::sdk::Buffer<Real>& rows,
                                                   std::size_t dimensions, const DataOrder& order);

// Compiles its programs.
void compile_curve_order(const Device& device, bool is_double, Curve curve, CurveCells cells);

}  // namespace sparse_grid::accelerator
