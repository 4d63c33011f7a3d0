#include "ols/accelerator/tall_skinny.hpp"

#include "ols/accelerator/launch.hpp"
#include "ols/library/triangle.hpp"
#include "ols/library/trust.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

sdk::Program build_tall_skinny(const sdk::Task& task, const TallSkinnyPlan& plan) {
  return sdk::build(task.host(), "ols/tsqr.kernel", plan.options(task));
}

template <class Real>
TallSkinnyQr<Real>::TallSkinnyQr(const sdk::Task& task, const TallSkinnyPlan& plan)
    : host_(task.host()),
      plan_(plan),
      program_(build_tall_skinny(task, plan)),
      reduce_(program_.kernel("reduce_rows")),
      merge_(program_.kernel("merge_triangles")),
      solve_(program_.kernel("solve_triangles")),
      triangles_(host_, plan.shape().batch * plan.triangles() * plan.record_numbers()),
      merged_(host_, plan.shape().batch * quotient_up(plan.triangles(), plan.radix()) *
                         plan.record_numbers()),
      residuals_(host_, plan.shape().batch),
      factored_(host_, plan.shape()),
      estimate_(host_, plan.shape()) {}

template <class Real>
void TallSkinnyQr<Real>::apply(const sdk::Buffer<Real>& x, const sdk::Buffer<Real>& y) const {
  const std::size_t fits = plan_.shape().batch;
  const std::size_t group = 32 * plan_.warps();
  const sdk::LocalMemory own{plan_.shared_bytes_of_warp()};
  {
    const sdk::Phase phase(host_, "reduce");
    reduce_.launch<1>({rounded_up(32 * fits * plan_.triangles(), group)}, {group}, x, y,
                      static_cast<std::uint32_t>(fits),
                      static_cast<std::uint32_t>(plan_.shape().rows),
                      static_cast<std::uint32_t>(plan_.rows_per_triangle()),
                      static_cast<std::uint32_t>(plan_.triangles()), triangles_,
                      sdk::LocalMemory{plan_.warps() * plan_.shared_bytes_of_warp()});
  }
  const sdk::Buffer<Real>* from = &triangles_;
  const sdk::Buffer<Real>* to = &merged_;
  {
    const sdk::Phase phase(host_, "merge");
    for (std::size_t count = plan_.triangles(); count > 1; std::swap(from, to)) {
      const std::size_t next = quotient_up(count, plan_.radix());
      merge_.launch<2>({32 * next, fits}, {32, 1}, *from, static_cast<std::uint32_t>(count),
                       static_cast<std::uint32_t>(plan_.radix()), *to, own);
      count = next;
    }
  }
  const sdk::Phase phase(host_, "solve");
  solve_.launch<1>({32 * fits}, {32}, *from, factored_.b, factored_.scales, factored_.triangles,
                   residuals_, own);
}

template <class Real>
std::vector<double> TallSkinnyQr<Real>::digits() const {
  const auto norms = estimate_.of(factored_);
  std::vector<Real> residuals(residuals_.size());
  residuals_.read(residuals);
  std::vector<double> digits;
  for (std::size_t k = 0; k < norms.size(); ++k) {
    const Solved solved{plan_.additions(), plan_.shape().columns, norms[k].inverse_norm,
                        norms[k].solution_norm};
    digits.push_back(digits_of_orthogonal(solved, unit_roundoff<Real>, residuals[k]));
  }
  return digits;
}

template <class Real>
void TallSkinnyQr<Real>::require_full_rank() const {
  const std::size_t n = plan_.shape().columns;
  std::vector<Real> lower(factored_.triangles.size());
  factored_.triangles.read(lower);
  for (std::size_t k = 0; k < plan_.shape().batch; ++k) {
    // The rows of L are the columns of R.
    const auto dependent = dependent_columns(lower.data() + k * (n + 1) * n, n, n,
                                             roundings(plan_.additions(), n) * unit_roundoff<Real>);
    if (!dependent.empty()) refuse_dependent_columns(dependent);
  }
}

template class TallSkinnyQr<float>;
template class TallSkinnyQr<double>;

}  // namespace ols::accelerator
