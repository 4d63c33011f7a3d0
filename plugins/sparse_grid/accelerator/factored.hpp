// Streaming with level 1 factored out: the form `factored`.
#pragma once

#include <cstddef>
#include <memory>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/operator.hpp"

namespace sparse_grid::accelerator {

template <class Real>
std::unique_ptr<Operator<Real>> create_factored(const Device& device, const Inputs<Real>& inputs,
                                                const Configuration& configuration,
                                                bool transposed);
// The greatest amount of memory that the operator needs for any part of the grid, including
// coefficients and results.
template <class Real>
MemoryNeed factored_memory(const Inputs<Real>& inputs, const Configuration& configuration,
                           assay_backend backend, bool transposed);
void compile_factored(const Device& device, std::size_t dimensions, bool is_double,
                      const Configuration& configuration, bool transposed);

}  // namespace sparse_grid::accelerator
