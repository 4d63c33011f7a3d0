// The support-list algorithm: data points in tiles along a curve, and for each tile the list of the
// grid points whose support meets its box (plugins/sparse_grid/README.md).
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/operator.hpp"
#include "sparse_grid/accelerator/streaming.hpp"

namespace sparse_grid::accelerator {

// An algorithm as described in variants.hpp.
struct SupportList {
  static constexpr const char* name = "support-list";
  static std::string doc(bool transposed);
  static bool initialises(bool transposed) { return transposed; }
  static ParameterSet parameters(assay_backend backend, bool transposed);
  static bool is_detail(const std::string& parameter) {
    return parameter == "front_dimensions" || parameter == "table_rows" ||
           parameter.starts_with("portion") || parameter.starts_with(streaming_prefix);
  }
  template <class Real>
  static std::unique_ptr<Operator<Real>> create(const Device& device, const Inputs<Real>& inputs,
                                                const Configuration& configuration,
                                                bool transposed);
  // Folded lists are made only once if both configurations require the same lists.
  template <class Real>
  static Products<Real> create_products(const Device& device, const Inputs<Real>& inputs,
                                        const Configuration& evaluate,
                                        const Configuration& accumulate);
  static void compile(const Device& device, std::size_t dimensions, bool is_double,
                      const Configuration& configuration, bool transposed);
};

}  // namespace sparse_grid::accelerator
