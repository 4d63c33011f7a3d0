// kernels/sparse_grid/folded.kernel and folded_transposed.kernel: support lists whose tiles have a
// basis each, linear_hats = "folded".
#pragma once

#include <cstddef>
#include <memory>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/operator.hpp"
#include "sparse_grid/accelerator/support_list_settings.hpp"

namespace sparse_grid::accelerator {

template <class Real>
std::unique_ptr<Operator<Real>> create_folded(const Device& device, const Inputs<Real>& inputs,
                                              const ListSettings& settings, bool transposed);

void compile_folded(const Device& device, std::size_t dimensions, bool is_double,
                    const ListSettings& settings, bool transposed);

}  // namespace sparse_grid::accelerator
