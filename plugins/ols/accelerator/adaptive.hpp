// The variant adaptive.cuda: the cheapest of three methods that promises enough digits.
#pragma once

#include "assay/plugin.hpp"

namespace ols::accelerator {

// Adds adaptive.cuda.
void describe_adaptive(assay::sdk::Plugin& plugin);

}  // namespace ols::accelerator
