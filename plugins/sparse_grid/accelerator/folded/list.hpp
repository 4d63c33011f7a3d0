// Support lists in which each tile has a basis of its own, linear_hats = "folded"
// (kernels/sparse_grid/folded/folded.h).
#pragma once

#include <cstddef>
#include <memory>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/settings.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/operator.hpp"
#include "sparse_grid/library/list_order.hpp"

namespace sparse_grid::accelerator::folded {

template <class Real>
std::unique_ptr<Operator<Real>> create(const Device& device, const Inputs<Real>& inputs,
                                       const ListOrder& order, const Settings& settings,
                                       bool transposed);

// Makes both products from the same parts; the settings must share parts.
template <class Real>
accelerator::Products<Real> create_products(const Device& device, const Inputs<Real>& inputs,
                                            const ListOrder& order, const Settings& evaluate,
                                            const Settings& accumulate);

void compile(const Device& device, std::size_t dimensions, bool is_double, const Settings& settings,
             bool transposed);

}  // namespace sparse_grid::accelerator::folded
