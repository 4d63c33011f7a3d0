// subspace-linear.opencl and subspace-linear.cuda for both problems: Algorithms 3.3 to 3.5 of the
// thesis.
#pragma once

#include "assay/plugin.hpp"

namespace sparse_grid::accelerator {

void describe_subspace_linear(assay::sdk::Plugin& plugin);

}  // namespace sparse_grid::accelerator
