#include "ols/accelerator/normal_equations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernels.hpp"
#include "ols/library/triangle.hpp"
#include "ols/library/trust.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

namespace {

// Where in shared memory the sums of a fused fit begin, and bytes in all.
struct FusedMemory {
  std::size_t matrix_at;
  std::size_t bytes;
};

FusedMemory fused_memory(const SymmetricPlan& plan) {
  const std::size_t n = plan.shape().columns;
  const std::size_t numbers = (n + 1) * (n + 1) + 4 * n + 3;
  return {plan.shared_bytes(), plan.shared_bytes() + numbers * (plan.is_wide() ? 8 : 4)};
}

sdk::Program build_fused(const sdk::Task& task) {
  const SymmetricPlan plan(task);
  auto options = plan.options(task);
  options.define("MATRIX_AT", static_cast<std::int64_t>(fused_memory(plan).matrix_at));
  const std::array sources{kernels::small_fits_kernel, kernels::symmetric_h, kernels::warp_sums_h,
                           kernels::stage_h,           kernels::fragments_h, kernels::triangle_h,
                           kernels::dialect_h};
  return {task.host(), sources, options};
}

bool is_fused(const sdk::Task& task) { return task.configuration().boolean("fused"); }

}  // namespace

ProductParameters normal_parameters() {
  auto all = symmetric_parameters();
  all.parameters.push_back(
      {"fused",
       "A block for each fit does all of it, in one launch; else splits of the "
       "rows are summed by many blocks, and solved by others.",
       {false, true}});
  all.constraints.push_back(
      {"not fused or product != '3xbf16'", "warpgroups sum up, and leave solving to others"});
  all.constraints.push_back({"not fused or (features <= tile and features <= 64)",
                             "a block that does all has one tile, of 64 columns at most"});
  return all;
}

void build_normal_equations(const sdk::Task& task) {
  const bool is_double = task.input("X").element == ASSAY_F64;
  if (is_fused(task)) {
    build_fused(task);
    return;
  }
  build_symmetric(task);
  if (is_double) {
    build_cholesky<double, double>(task.host());
  } else if (SymmetricPlan(task).is_wide()) {
    build_cholesky<float, double>(task.host());
  } else {
    build_cholesky<float, float>(task.host());
  }
}

template <class Real, class Sum>
NormalEquations<Real, Sum>::NormalEquations(const sdk::Task& task)
    : host_(task.host()), fused_(is_fused(task)), plan_(task), factored_(host_, plan_.shape()) {
  if (fused_) {
    program_ = build_fused(task);
    kernel_ = program_.kernel("small_fits");
  } else {
    products_.emplace(task);
    cholesky_.emplace(host_, plan_.shape(), plan_.splits());
  }
}

template <class Real, class Sum>
void NormalEquations<Real, Sum>::apply(const sdk::Buffer<Real>& x,
                                       const sdk::Buffer<Real>& y) const {
  if (fused_) {
    const sdk::Phase phase(host_, "fit");
    const std::size_t threads = plan_.threads();
    kernel_.launch<1>({plan_.shape().batch * threads}, {threads}, x, y,
                      static_cast<std::uint32_t>(plan_.shape().rows), factored_.b, factored_.scales,
                      factored_.triangles, sdk::LocalMemory{fused_memory(plan_).bytes});
    return;
  }
  {
    const sdk::Phase phase(host_, "products");
    products_->apply(x, y);
  }
  const sdk::Phase phase(host_, "solve");
  cholesky_->apply(products_->partial(), factored_);
}

template <class Real, class Sum>
std::size_t NormalEquations<Real, Sum>::additions() const {
  return plan_.additions(fused_ ? plan_.shape().rows : plan_.rows_per_split());
}

template <class Real, class Sum>
std::vector<NormalFit> fetch(const Factored<Real, Sum>& factored, const Shape& shape,
                             std::span<Real> b) {
  const std::size_t n = shape.columns;
  std::vector<Sum> triangles(factored.triangles.size());
  std::vector<Sum> scales(factored.scales.size());
  factored.b.read(b);
  factored.scales.read(scales);
  factored.triangles.read(triangles);
  std::vector<NormalFit> fits(shape.batch);
  for (std::size_t k = 0; k < shape.batch; ++k) {
    const auto own = b.subspan(k * n, n);
    if (!std::ranges::all_of(own, [](Real v) { return std::isfinite(v); })) {
      std::ranges::fill(own, Real{0});
      fits[k] = {std::numeric_limits<double>::infinity(), 0};
      continue;
    }
    std::vector<double> x(n);
    for (std::size_t j = 0; j < n; ++j) {
      x[j] = static_cast<double>(own[j]) / static_cast<double>(scales[k * n + j]);
    }
    // L by rows is its transpose by columns.
    fits[k] = {ols::inverse_norm(triangles.data() + k * (n + 1) * n, n, n),
               norm(std::span<const double>(x))};
  }
  return fits;
}

double error_of_products(const NormalFit& fit, const SymmetricPlan& plan, std::size_t additions,
                         double target_norm) {
  const Solved solved{additions, plan.shape().columns, fit.inverse_norm, fit.solution_norm};
  return error_of_normal_equations(solved, plan.sum_roundoff(), target_norm,
                                   plan.factor_roundoff());
}

template <class Real, class Sum>
double digits_of(const NormalFit& fit, const NormalEquations<Real, Sum>& equations,
                 double target_norm) {
  const double error = error_of_products(fit, equations.plan(), equations.additions(), target_norm);
  return ols::digits_of(error + unit_roundoff<Real>);  // b is rounded to its type
}

#define OLS_INSTANTIATE(Real, Sum)                                                \
  template class NormalEquations<Real, Sum>;                                      \
  template std::vector<NormalFit> fetch(const Factored<Real, Sum>&, const Shape&, \
                                        std::span<Real>);                         \
  template double digits_of(const NormalFit&, const NormalEquations<Real, Sum>&, double);

OLS_INSTANTIATE(float, float)
OLS_INSTANTIATE(float, double)
OLS_INSTANTIATE(double, double)

}  // namespace ols::accelerator
