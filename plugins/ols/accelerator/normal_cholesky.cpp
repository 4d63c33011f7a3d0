#include "ols/accelerator/normal_cholesky.hpp"

#include <memory>

#include "ols/accelerator/data.hpp"
#include "ols/accelerator/normal_equations.hpp"

namespace ols::accelerator {
namespace {

namespace sdk = assay::sdk;

// X, y and b stay on the device during a sample; b and the digits are downloaded afterwards.
template <class Real, class Sum>
class NormalCholesky final : public sdk::Trial {
 public:
  explicit NormalCholesky(const sdk::Task& task) : data_(task), equations_(task) {
    task.host().trial_fact("splits", static_cast<double>(equations_.splits()));
  }

  void run() override { equations_.apply(data_.x, data_.y); }

  void outputs() override {
    data_.write_digits(equations_.digits(equations_.norms(), data_.target_norms));
    equations_.factored().b.read(data_.outputs.b);
  }

 private:
  Data<Real> data_;
  NormalEquations<Real, Sum> equations_;
};

std::unique_ptr<sdk::Trial> prepare_normal_cholesky(const sdk::Task& task) {
  if (sdk::is_double(task.input("X"))) {
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
      "Cholesky of X^T X, half of which is summed together with X^T y in one pass over X by tensor "
      "cores; fits of few columns take one launch. X, y and b in device memory.";
  variant.backend = ASSAY_CUDA;
  variant.parameters = std::move(parameters);
  variant.constraints = std::move(constraints);
  variant.prepare = prepare_normal_cholesky;
  variant.compile = build_normal_equations;
  plugin.variant(std::move(variant));
}

}  // namespace ols::accelerator
