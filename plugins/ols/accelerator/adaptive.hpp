// adaptive.cuda: the cheapest of three methods whose digits are enough.
#pragma once

#include "assay/plugin.hpp"

namespace ols::accelerator {

// Adds adaptive.cuda.
void describe_adaptive(assay::sdk::Plugin& plugin);

}  // namespace ols::accelerator
