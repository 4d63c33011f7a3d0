// cholesky-qr2.cuda: normal equations of an orthogonal factor (ols/accelerator/orthogonal.hpp).
#pragma once

#include "assay/plugin.hpp"
#include "ols/accelerator/products.hpp"

namespace ols::accelerator {

// Those of normal equations that leave their triangle to a second factorisation.
assay::sdk::ParameterSet first_factorisation_parameters();

// Adds cholesky-qr2.cuda.
void describe_cholesky_qr2(assay::sdk::Plugin& plugin);

}  // namespace ols::accelerator
