// Fits by normal equations on a device, and what is known of them afterwards; CUDA only.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "ols/accelerator/cholesky.hpp"
#include "ols/accelerator/symmetric.hpp"

namespace ols::accelerator {

// Those of symmetric_parameters, and fused.
ProductParameters normal_parameters();

// Compiles what NormalEquations need.
void build_normal_equations(const assay::sdk::Task& task);

// Sum is double where the plan is wide, else Real.
template <class Real, class Sum>
class NormalEquations {
 public:
  explicit NormalEquations(const assay::sdk::Task& task);

  // Enqueues the solution of all fits, [fits][rows][columns] in the shape's layout and
  // [fits][rows].
  void apply(const assay::sdk::Buffer<Real>& x, const assay::sdk::Buffer<Real>& y) const;
  [[nodiscard]] const Factored<Real, Sum>& factored() const { return factored_; }
  [[nodiscard]] const SymmetricPlan& plan() const { return plan_; }
  // That a term of a sum goes through.
  [[nodiscard]] std::size_t additions() const;
  [[nodiscard]] std::size_t splits() const { return fused_ ? 1 : plan_.splits(); }

 private:
  assay::sdk::Host host_;
  bool fused_;
  SymmetricPlan plan_;
  Factored<Real, Sum> factored_;
  // Of a fused fit.
  assay::sdk::Program program_;
  assay::sdk::Kernel kernel_;
  // Of others.
  std::optional<SymmetricProducts<Real, Sum>> products_;
  std::optional<Cholesky<Real, Sum>> cholesky_;
};

// What Factored says of one fit, in host memory.
struct NormalFit {
  double inverse_norm;   // |A^+|; infinite where the triangle broke down
  double solution_norm;  // |x|
};

// Downloads b to `b`, and what is known of each fit. Fits that broke down get coefficients of 0.
template <class Real, class Sum>
std::vector<NormalFit> fetch(const Factored<Real, Sum>& factored, const Shape& shape,
                             std::span<Real> b);

// Relative error of a fit of target norm |y| by a plan's products, whose sums go through so many
// additions.
double error_of_products(const NormalFit& fit, const SymmetricPlan& plan, std::size_t additions,
                         double target_norm);

// Digits of a fit of target norm |y|.
template <class Real, class Sum>
double digits_of(const NormalFit& fit, const NormalEquations<Real, Sum>& equations,
                 double target_norm);

}  // namespace ols::accelerator
