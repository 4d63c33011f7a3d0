// The variant tsqr.cuda: Householder reflections in a tree (ols/accelerator/tall_skinny.hpp).
#pragma once

#include "assay/plugin.hpp"

namespace ols::accelerator {

// Adds tsqr.cuda.
void describe_tsqr(assay::sdk::Plugin& plugin);

}  // namespace ols::accelerator
