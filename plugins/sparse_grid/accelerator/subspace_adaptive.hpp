// The subspace-adaptive algorithm (Luz 2017, section 4.2): subgrids with enough points are stored
// full and treated as subspace-linear, the points of the others are streamed.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/operator.hpp"

namespace sparse_grid::accelerator {

// An algorithm as described in variants.hpp.
struct SubspaceAdaptive {
  static constexpr const char* name = "subspace-adaptive";
  static std::string doc(bool transposed);
  static bool initialises(bool transposed) { return transposed; }
  static ParameterSet parameters(assay_backend backend, bool transposed);
  // The two halves have parameters of their own.
  static bool is_detail(const std::string& parameter) {
    return parameter.starts_with("linear_") || parameter.starts_with("streaming_");
  }
  template <class Real>
  static std::unique_ptr<Operator<Real>> create(const Device& device, const Inputs<Real>& inputs,
                                                const Configuration& configuration,
                                                bool transposed);
  static void compile(const Device& device, std::size_t dimensions, bool is_double,
                      const Configuration& configuration, bool transposed);
};

}  // namespace sparse_grid::accelerator
