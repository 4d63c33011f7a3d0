#include "ols/accelerator/normal_cholesky.hpp"

#include <memory>
#include <vector>

#include "ols/accelerator/normal_equations.hpp"

namespace ols::accelerator {
namespace {

namespace sdk = assay::sdk;

// X, y and b stay on the device; what is fetched and said of the fits comes after the sample.
template <class Real, class Sum>
class NormalCholesky final : public sdk::Trial {
 public:
  explicit NormalCholesky(const sdk::Task& task)
      : inputs_(task),
        outputs_(task, inputs_.shape()),
        equations_(task),
        x_(task.host(), inputs_.all_x()),
        y_(task.host(), inputs_.all_y()) {
    for (std::size_t k = 0; k < inputs_.shape().batch; ++k) {
      target_norms_.push_back(norm(inputs_.y(k)));
    }
    task.host().trial_fact("splits", static_cast<double>(equations_.splits()));
  }

  void run() override { equations_.apply(x_, y_); }

  void outputs() override {
    const auto fits = fetch(equations_.factored(), inputs_.shape(), outputs_.b);
    for (std::size_t k = 0; k < fits.size(); ++k) {
      outputs_.digits[k] = digits_of(fits[k], equations_, target_norms_[k]);
    }
  }

 private:
  Inputs<Real> inputs_;
  Outputs<Real> outputs_;
  NormalEquations<Real, Sum> equations_;
  sdk::Buffer<Real> x_;
  sdk::Buffer<Real> y_;
  std::vector<double> target_norms_;
};

std::unique_ptr<sdk::Trial> prepare_normal_cholesky(const sdk::Task& task) {
  if (task.input("X").element == ASSAY_F64) {
    return std::make_unique<NormalCholesky<double, double>>(task);
  }
  if (SymmetricPlan(task).is_wide()) return std::make_unique<NormalCholesky<float, double>>(task);
  return std::make_unique<NormalCholesky<float, float>>(task);
}

}  // namespace

void describe_normal_cholesky(sdk::Plugin& plugin) {
  auto [parameters, constraints] = normal_parameters();
  sdk::VariantDescription variant;
  variant.name = "normal-cholesky.cuda";
  variant.problem = "ols/fit";
  variant.doc =
      "Cholesky of X^T X, whose half is summed up with X^T y in one pass over X by tensor cores; "
      "fits of few columns in one launch. X, y and b in device memory.";
  variant.backend = ASSAY_CUDA;
  variant.parameters = std::move(parameters);
  variant.constraints = std::move(constraints);
  variant.prepare = prepare_normal_cholesky;
  variant.compile = build_normal_equations;
  plugin.variant(std::move(variant));
}

}  // namespace ols::accelerator
