#include "ols/accelerator/cholesky_qr2.hpp"

#include "ols/accelerator/data.hpp"
#include "ols/accelerator/orthogonal.hpp"

namespace ols::accelerator {
namespace {

namespace sdk = assay::sdk;

template <class Real>
class CholeskyQr2 final : public sdk::Trial {
 public:
  explicit CholeskyQr2(const sdk::Task& task)
      : host_(task.host()), data_(task), equations_(task), orthogonal_(task, equations_) {
    host_.trial_fact("splits", static_cast<double>(equations_.splits()));
  }

  void run() override {
    equations_.apply(data_.x, data_.y);
    orthogonal_.apply(data_.x, data_.y);
    // Residuals take another pass over X, which is part of the sample.
    const sdk::Phase phase(host_, "judge Q");
    data_.write_digits(orthogonal_.digits(data_.x, data_.y, data_.target_norms));
  }
  void outputs() override { orthogonal_.factored().b.read(data_.outputs.b); }

 private:
  sdk::Host host_;
  Data<Real> data_;
  NormalEquations<Real, Real> equations_;
  Orthogonal<Real> orthogonal_;
};

}  // namespace

sdk::ParameterSet first_factorisation_parameters() {
  auto all = normal_parameters();
  all.constraints.push_back({"precision == 'double' or product != 'fp64-tensor'",
                             "both factorisations use the type of X"});
  all.constraints.push_back({"not fused", "all multiprocessors compute Q"});
  return all;
}

void describe_cholesky_qr2(sdk::Plugin& plugin) {
  auto [parameters, constraints] = first_factorisation_parameters();
  sdk::VariantDescription variant;
  variant.name = "cholesky-qr2.cuda";
  variant.problem = "ols/fit";
  variant.doc =
      "A = Q R with the triangle R of the normal equations, then normal equations of Q: errors "
      "grow with the condition number, not with its square.";
  variant.backend = ASSAY_CUDA;
  variant.parameters = std::move(parameters);
  variant.constraints = std::move(constraints);
  variant.prepare = prepare_for_input<CholeskyQr2>;
  variant.compile = [](const sdk::Task& task) {
    build_normal_equations(task);
    build_orthogonal(task);
  };
  plugin.variant(std::move(variant));
}

}  // namespace ols::accelerator
