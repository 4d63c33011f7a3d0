// Streaming: Algorithms 3.1 and 3.2 of the thesis. The form determines what is walked: all basis
// functions unchanged (list.hpp), or the tree that remains once level 1 is factored out
// (factored.hpp).
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/operator.hpp"

namespace sparse_grid::accelerator {

// The prefix of its parameters in algorithms that stream a part of the grid.
inline const std::string streaming_prefix = "streaming_";

// An algorithm as described in variants.hpp.
struct Streaming {
  static constexpr const char* name = "streaming";
  static std::string doc(bool transposed);
  static bool initialises(bool /*transposed*/) { return false; }
  static ParameterSet parameters(assay_backend backend, bool transposed);
  template <class Real>
  static std::unique_ptr<Operator<Real>> create(const Device& device, const Inputs<Real>& inputs,
                                                const Configuration& configuration,
                                                bool transposed);
  // The greatest amount of memory that an operator needs for any part of the grid, including
  // coefficients and results.
  template <class Real>
  static MemoryNeed memory(const Inputs<Real>& inputs, const Configuration& configuration,
                           assay_backend backend, bool transposed);
  static void compile(const Device& device, std::size_t dimensions, bool is_double,
                      const Configuration& configuration, bool transposed);
};

}  // namespace sparse_grid::accelerator
