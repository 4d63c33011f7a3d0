// conjugate-gradients.opencl and .cuda: the whole regression on the device, with the operators of
// one of the algorithms.
#pragma once

#include "assay/plugin.hpp"

namespace sparse_grid::accelerator {

void describe_conjugate_gradients(assay::sdk::Plugin& plugin);

}  // namespace sparse_grid::accelerator
