// Fits by normal equations on a device, and the norms and digits of their results; CUDA only.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "ols/accelerator/cholesky.hpp"
#include "ols/accelerator/estimate.hpp"
#include "ols/accelerator/symmetric.hpp"

namespace ols::accelerator {

// The parameters of symmetric_parameters, and fused.
assay::sdk::ParameterSet normal_parameters();

// Compiles all programs that NormalEquations needs.
void build_normal_equations(const assay::sdk::Task& task);

// Solves fits by normal equations. Sum is double if the plan is wide, else Real.
template <class Real, class Sum>
class NormalEquations {
 public:
  explicit NormalEquations(const assay::sdk::Task& task);

  // Enqueues the solution of all fits; x is [fits][rows][columns] in the shape's layout, y is
  // [fits][rows].
  void apply(const assay::sdk::Buffer<Real>& x, const assay::sdk::Buffer<Real>& y) const;
  [[nodiscard]] const Factored<Real, Sum>& factored() const { return factored_; }
  [[nodiscard]] const SymmetricPlan& plan() const { return plan_; }
  // Waits, and returns the norms of all applied fits. Fits that broke down get coefficients of 0.
  [[nodiscard]] std::vector<FitNorms> norms() const { return estimate_.of(factored_); }
  // The digits of each fit with norms() and target norms |y|.
  [[nodiscard]] std::vector<double> digits(std::span<const FitNorms> norms,
                                           std::span<const double> target_norms) const;
  // The additions through which a term of a sum goes.
  [[nodiscard]] std::size_t additions() const;
  [[nodiscard]] std::size_t splits() const { return fused_ ? 1 : plan_.splits(); }

 private:
  assay::sdk::Host host_;
  bool fused_;
  SymmetricPlan plan_;
  Factored<Real, Sum> factored_;
  Estimate<Real, Sum> estimate_;
  // The kernel of a fused fit.
  assay::sdk::Program program_;
  assay::sdk::Kernel kernel_;
  // The steps of a fit that is not fused.
  std::optional<SymmetricProducts<Real, Sum>> products_;
  std::optional<Cholesky<Real, Sum>> cholesky_;
};

// The relative error of a fit of target norm |y| by a plan's products, with so many additions in
// each sum.
double error_of_products(const FitNorms& fit, const SymmetricPlan& plan, std::size_t additions,
                         double target_norm);

}  // namespace ols::accelerator
