// The variant normal-cholesky.cuda: normal equations by tensor cores, solved on the device.
#pragma once

#include "assay/plugin.hpp"

namespace ols::accelerator {

// Adds normal-cholesky.cuda.
void describe_normal_cholesky(assay::sdk::Plugin& plugin);

}  // namespace ols::accelerator
