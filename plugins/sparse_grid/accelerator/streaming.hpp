// streaming.opencl and streaming.cuda for both problems: Algorithms 3.1 and 3.2 of the thesis.
#pragma once

#include "assay/plugin.hpp"

namespace sparse_grid::accelerator {

void describe_streaming(assay::sdk::Plugin& plugin);

}  // namespace sparse_grid::accelerator
