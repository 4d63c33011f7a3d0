// The variant gauss-jordan: normal equations solved by an explicit inverse, after "A CUDA Program
// for Linear Regression" (the pipeline of its function ols).
#pragma once

#include "assay/plugin.hpp"

namespace ols::accelerator {

// Adds gauss-jordan.opencl and gauss-jordan.cuda.
void describe_gauss_jordan(assay::sdk::Plugin& plugin);

}  // namespace ols::accelerator
