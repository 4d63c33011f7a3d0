#include "ols/accelerator/normal_equations.hpp"

#include "ols/accelerator/launch.hpp"
#include "ols/library/trust.hpp"

namespace ols::accelerator {

namespace sdk = assay::sdk;

namespace {

// The shared memory of a fused fit in bytes: where the part for solving begins, and the total.
struct FusedMemory {
  std::size_t solving_at;
  std::size_t bytes;
};

FusedMemory fused_memory(const SymmetricPlan& plan) {
  const std::size_t at = rounded_up(plan.shared_bytes(), 16);
  const std::size_t numbers = solving_numbers(plan.shape().columns);
  return {at, at + numbers * (plan.is_wide() ? 8 : 4)};
}

sdk::Program build_fused(const sdk::Task& task) {
  const SymmetricPlan plan(task);
  auto options = plan.options(task);
  options.define("SOLVING_AT", fused_memory(plan).solving_at);
  return sdk::build(task.host(), "ols/small_fits.kernel", options);
}

bool is_fused(const sdk::Task& task) { return task.configuration().boolean("fused"); }

}  // namespace

sdk::ParameterSet normal_parameters() {
  auto all = symmetric_parameters();
  all.parameters.push_back({"fused",
                            "One block does all of a fit, in one launch; otherwise many blocks sum "
                            "splits of the rows, and others solve.",
                            {false, true}});
  all.constraints.push_back({std::string("not fused or ") + by_warps,
                             "warpgroups only sum, and leave solving to other blocks"});
  all.constraints.push_back({"not fused or (features <= tile and features <= 64)",
                             "a block that does everything has one tile, of at most 64 columns"});
  return all;
}

namespace {

template <class Real, class Sum>
void build_normal_equations_of(const sdk::Task& task) {
  build_estimate<Real, Sum>(task.host());
  if (is_fused(task)) {
    build_fused(task);
    return;
  }
  build_symmetric(task);
  build_cholesky<Real, Sum>(task.host());
}

}  // namespace

void build_normal_equations(const sdk::Task& task) {
  if (sdk::is_double(task.input("X"))) {
    build_normal_equations_of<double, double>(task);
  } else if (SymmetricPlan(task).is_wide()) {
    build_normal_equations_of<float, double>(task);
  } else {
    build_normal_equations_of<float, float>(task);
  }
}

template <class Real, class Sum>
NormalEquations<Real, Sum>::NormalEquations(const sdk::Task& task)
    : host_(task.host()),
      fused_(is_fused(task)),
      plan_(task),
      factored_(host_, plan_.shape()),
      estimate_(host_, plan_.shape()) {
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

double error_of_products(const FitNorms& fit, const SymmetricPlan& plan, std::size_t additions,
                         double target_norm) {
  const Solved solved{additions, plan.shape().columns, fit.inverse_norm, fit.solution_norm};
  return error_of_normal_equations(solved, plan.sum_roundoff(), target_norm,
                                   plan.factor_roundoff());
}

template <class Real, class Sum>
std::vector<double> NormalEquations<Real, Sum>::digits(std::span<const FitNorms> norms,
                                                       std::span<const double> target_norms) const {
  std::vector<double> digits;
  for (std::size_t k = 0; k < norms.size(); ++k) {
    const double error = error_of_products(norms[k], plan_, additions(), target_norms[k]);
    digits.push_back(digits_of(error + unit_roundoff<Real>));  // b is rounded to its type
  }
  return digits;
}

template class NormalEquations<float, float>;
template class NormalEquations<float, double>;
template class NormalEquations<double, double>;

}  // namespace ols::accelerator
