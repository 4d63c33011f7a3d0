// The problems of the plugin assay-sparse-grid-problems.
#pragma once

#include "assay/plugin.hpp"

namespace sparse_grid {

void describe_problems(assay::sdk::Plugin& plugin);

}  // namespace sparse_grid
