// Fits by two Cholesky factorisations on a device (CholeskyQR2; Yamamoto, Nakatsukasa, Yanagisawa,
// Fukaya 2015): A = Q R with R the triangle of A^T A, then normal equations of Q, whose columns are
// nearly orthonormal. CUDA only.
#pragma once

#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "ols/accelerator/cholesky.hpp"
#include "ols/accelerator/normal_equations.hpp"

namespace ols::accelerator {

// Kernels around Q (kernels/ols/orthogonalise.kernel) for the layout and type of X.
assay::sdk::Program build_orthogonal(const assay::sdk::Task& task);

// Replaces what normal equations found by a solution whose error grows with the condition number
// only, not with its square. Q takes as much memory as X, from the first use on.
template <class Real>
class Orthogonal {
 public:
  // `equations` outlives it and knows the first factorisation.
  Orthogonal(const assay::sdk::Task& task, const NormalEquations<Real, Real>& equations);

  // Enqueues all that follows the first factorisation of x and y.
  void apply(const assay::sdk::Buffer<Real>& x, const assay::sdk::Buffer<Real>& y);
  // Waits, and returns the digits of each fit of target norms |y|. Fits that broke down get
  // coefficients of 0.
  std::vector<double> digits(const assay::sdk::Buffer<Real>& x, const assay::sdk::Buffer<Real>& y,
                             std::span<const double> target_norms);
  // The factored equations that b solves.
  [[nodiscard]] const Factored<Real, Real>& factored() const { return equations_.factored(); }

 private:
  [[nodiscard]] std::vector<double> residual_norms(const assay::sdk::Buffer<Real>& x,
                                                   const assay::sdk::Buffer<Real>& y);

  assay::sdk::Host host_;
  const NormalEquations<Real, Real>& equations_;
  Shape shape_;
  SymmetricProducts<Real, Real> products_;
  Cholesky<Real, Real> cholesky_;
  Factored<Real, Real> second_;  // its b is the solution in terms of Q
  Estimate<Real, Real> estimate_;
  assay::sdk::Program program_;
  assay::sdk::Kernel orthogonalise_;
  assay::sdk::Kernel take_;
  assay::sdk::Kernel residual_;
  assay::sdk::Buffer<Real> q_;
  assay::sdk::Buffer<double> squares_;
};

}  // namespace ols::accelerator
