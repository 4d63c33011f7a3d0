// streaming.opencl for both problems: Algorithms 3.1 and 3.2 of the thesis.
#pragma once

#include "assay/plugin.hpp"

namespace sparse_grid::opencl {

void describe_streaming(assay::sdk::Plugin& plugin);

}  // namespace sparse_grid::opencl
