// The methods of the variant: each is a trial of its own.
#pragma once

#include <memory>

#include "assay/plugin.hpp"

namespace ols::cublas {

// Cholesky of X^T X: "syrk-potrf", "gemm-potrf". (cholesky.cpp)
std::unique_ptr<assay::sdk::Trial> prepare_cholesky(const assay::sdk::Task& task);
// Householder reflections: "qr". (orthogonal.cpp)
std::unique_ptr<assay::sdk::Trial> prepare_orthogonal(const assay::sdk::Task& task);

}  // namespace ols::cublas
