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

// Builds the kernels around Q (kernels/ols/orthogonalise.kernel) for the layout and type of X.
assay::sdk::Program build_orthogonal(const assay::sdk::Task& task);

// Replaces the solution of normal equations by one whose error grows only with the condition
// number, not with its square. Q takes as much memory as X, from the first use on.
template <class Real>
class Orthogonal {
 public:
  // `equations`, which holds the first factorisation, must outlive this object.
  Orthogonal(const assay::sdk::Task& task, const NormalEquations<Real, Real>& equations);

  // Enqueues all steps after the first factorisation of x and y.
  void apply(const assay::sdk::Buffer<Real>& x, const assay::sdk::Buffer<Real>& y);
  // Waits, and returns the digits of each fit with target norms |y|. Fits that broke down get
  // coefficients of 0.
  std::vector<double> digits(const assay::sdk::Buffer<Real>& x, const assay::sdk::Buffer<Real>& y,
                             std::span<const double> target_norms);
  // The first factorisation, whose b holds the solution.
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
