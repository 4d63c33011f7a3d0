// What a fit's triangle says of it, estimated on the device (kernels/ols/inverse_norm.kernel); CUDA
// only.
#pragma once

#include <vector>

#include "assay/plugin.hpp"
#include "ols/accelerator/cholesky.hpp"
#include "ols/library/inputs.hpp"

namespace ols::accelerator {

// What the triangle of one fit says of it.
struct FitNorms {
  double inverse_norm;   // |A^+|; infinite where the triangle broke down
  double solution_norm;  // |x|
};

// For triangles of type Sum and coefficients of type Real.
template <class Real, class Sum>
assay::sdk::Program build_estimate(const assay::sdk::Host& host);

// The estimate is that of ols::inverse_norm; a block makes it for each fit.
template <class Real, class Sum>
class Estimate {
 public:
  Estimate(const assay::sdk::Host& host, const Shape& shape);

  // Waits for what is solved and downloads two numbers a fit. Fits that broke down get coefficients
  // of 0.
  [[nodiscard]] std::vector<FitNorms> of(const Factored<Real, Sum>& factored) const;

 private:
  Shape shape_;
  assay::sdk::Program program_;
  assay::sdk::Kernel kernel_;
  assay::sdk::Buffer<double> norms_;
};

}  // namespace ols::accelerator
