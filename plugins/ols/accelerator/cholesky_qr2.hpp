// The variant cholesky-qr2.cuda: normal equations of an orthogonal factor
// (ols/accelerator/orthogonal.hpp).
#pragma once

#include "assay/plugin.hpp"
#include "ols/accelerator/products.hpp"

namespace ols::accelerator {

// The parameters of normal equations whose triangle is used by a second factorisation.
assay::sdk::ParameterSet first_factorisation_parameters();

// Adds cholesky-qr2.cuda.
void describe_cholesky_qr2(assay::sdk::Plugin& plugin);

}  // namespace ols::accelerator
