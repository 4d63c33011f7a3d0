// Streaming over all basis functions as they are: forms plain, saturate and sign.
#pragma once

#include <cstddef>
#include <memory>

#include "sparse_grid/accelerator/configuration.hpp"
#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/operator.hpp"

namespace sparse_grid::accelerator {

template <class Real>
std::unique_ptr<Operator<Real>> create_list(const Device& device, const Inputs<Real>& inputs,
                                            const Configuration& configuration, bool transposed);
// Of the operator, its coefficients and results included.
template <class Real>
Memory list_memory(const Shapes& shapes, const Configuration& configuration, assay_backend backend,
                   bool transposed);
void compile_list(const Device& device, std::size_t dimensions, bool is_double,
                  const Configuration& configuration, bool transposed);

}  // namespace sparse_grid::accelerator
