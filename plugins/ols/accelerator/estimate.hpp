// Norms of a fit, estimated on the device from its triangle (kernels/ols/inverse_norm.kernel); CUDA
// only.
#pragma once

#include <vector>

#include "assay/plugin.hpp"
#include "ols/accelerator/cholesky.hpp"
#include "ols/library/inputs.hpp"

namespace ols::accelerator {

// The norms that the triangle of one fit gives.
struct FitNorms {
  double inverse_norm;   // |A^+|; infinite if the factorisation broke down
  double solution_norm;  // |x|
};

// Builds the program for triangles of type Sum and coefficients of type Real.
template <class Real, class Sum>
assay::sdk::Program build_estimate(const assay::sdk::Host& host);

// Estimates norms as ols::inverse_norm does, one block for each fit.
template <class Real, class Sum>
class Estimate {
 public:
  Estimate(const assay::sdk::Host& host, const Shape& shape);

  // Waits for the solution and downloads two numbers for each fit. Fits that broke down get
  // coefficients of 0.
  [[nodiscard]] std::vector<FitNorms> of(const Factored<Real, Sum>& factored) const;

 private:
  Shape shape_;
  assay::sdk::Program program_;
  assay::sdk::Kernel kernel_;
  assay::sdk::Buffer<double> norms_;
};

}  // namespace ols::accelerator
