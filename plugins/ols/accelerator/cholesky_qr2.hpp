// cholesky-qr2.cuda, and adaptive.cuda, which takes it only where normal equations are not enough.
#pragma once

#include "assay/plugin.hpp"

namespace ols::accelerator {

// Adds both.
void describe_cholesky_qr2(assay::sdk::Plugin& plugin);

}  // namespace ols::accelerator
