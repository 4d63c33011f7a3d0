// Options with which the kernels of the dialect (kernels/dialect.h) are compiled.
#pragma once

#include <type_traits>

#include "assay/plugin.hpp"

namespace ols::accelerator {

// Options for sums of type Sum, on a GPU, with RESULT_BITS for coefficients of type Real
// (kernels/ols/result.h).
template <class Real, class Sum>
assay::sdk::CompileOptions result_options(const assay::sdk::Host& host) {
  auto options = assay::sdk::dialect_options({host, ASSAY_CUDA}, std::is_same_v<Sum, double>);
  options.define("RESULT_BITS", 8 * sizeof(Real));
  return options;
}

// Options for the element type of a task's X, with BY_ROWS for its layout.
assay::sdk::CompileOptions input_options(const assay::sdk::Task& task, assay_backend backend);

}  // namespace ols::accelerator
