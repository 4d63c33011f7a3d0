#include "ols/accelerator/cholesky_qr2.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "ols/accelerator/orthogonal.hpp"

namespace ols::accelerator {
namespace {

namespace sdk = assay::sdk;

// Normal equations, then Q where the policy wants it.
template <class Real>
class TwoFactorisations : public sdk::Trial {
 public:
  explicit TwoFactorisations(const sdk::Task& task)
      : host_(task.host()),
        inputs_(task),
        outputs_(task, inputs_.shape()),
        equations_(task),
        orthogonal_(task, equations_),
        x_(task.host(), inputs_.all_x()),
        y_(task.host(), inputs_.all_y()) {
    for (std::size_t k = 0; k < inputs_.shape().batch; ++k) {
      target_norms_.push_back(norm(inputs_.y(k)));
    }
    host_.trial_fact("splits", static_cast<double>(equations_.splits()));
  }

 protected:
  void solve_normally() { equations_.apply(x_, y_); }
  void solve_by_q() { orthogonal_.apply(x_, y_); }

  // Outputs of the last of the two that ran.
  void fetch_normal() {
    const auto fits = fetch(equations_.factored(), inputs_.shape(), outputs_.b);
    for (std::size_t k = 0; k < fits.size(); ++k) {
      outputs_.digits[k] = digits_of(fits[k], equations_, target_norms_[k]);
    }
  }
  void fetch_by_q() {
    std::ranges::copy(orthogonal_.fetch(x_, y_, target_norms_, outputs_.b),
                      outputs_.digits.begin());
  }
  [[nodiscard]] double fewest_digits() const { return std::ranges::min(outputs_.digits); }
  [[nodiscard]] const sdk::Host& host() const { return host_; }

 private:
  sdk::Host host_;
  Inputs<Real> inputs_;
  Outputs<Real> outputs_;
  NormalEquations<Real, Real> equations_;
  Orthogonal<Real> orthogonal_;
  sdk::Buffer<Real> x_;
  sdk::Buffer<Real> y_;
  std::vector<double> target_norms_;
};

template <class Real>
class CholeskyQr2 final : public TwoFactorisations<Real> {
 public:
  using TwoFactorisations<Real>::TwoFactorisations;
  void run() override {
    this->solve_normally();
    this->solve_by_q();
  }
  void outputs() override { this->fetch_by_q(); }
};

// What it promises decides, so that the sample has the estimate of the condition number and the
// downloads it takes.
template <class Real>
class Adaptive final : public TwoFactorisations<Real> {
 public:
  explicit Adaptive(const sdk::Task& task)
      : TwoFactorisations<Real>(task), wanted_(task.arguments().real("digits")) {}
  void run() override {
    this->solve_normally();
    {
      const sdk::Phase phase(this->host(), "judge");
      this->fetch_normal();
    }
    used_q_ = this->fewest_digits() < wanted_;
    if (!used_q_) return;
    this->solve_by_q();
    const sdk::Phase phase(this->host(), "judge again");
    this->fetch_by_q();
  }
  void outputs() override { this->host().trial_fact("used_q", used_q_ ? 1 : 0); }

 private:
  double wanted_;
  bool used_q_ = false;
};

template <template <class> class Method>
std::unique_ptr<sdk::Trial> prepare_method(const sdk::Task& task) {
  if (task.input("X").element == ASSAY_F64) return std::make_unique<Method<double>>(task);
  return std::make_unique<Method<float>>(task);
}

void build_two_factorisations(const sdk::Task& task) {
  build_normal_equations(task);
  build_orthogonal(task);
}

sdk::VariantDescription described(const char* name, const char* doc) {
  auto [parameters, constraints] = normal_parameters();
  constraints.push_back({"precision == 'double' or product != 'fp64-tensor'",
                         "both factorisations are in the type of X"});
  constraints.push_back({"not fused", "Q is made by all multiprocessors"});
  sdk::VariantDescription variant;
  variant.name = name;
  variant.problem = "ols/fit";
  variant.doc = doc;
  variant.backend = ASSAY_CUDA;
  variant.parameters = std::move(parameters);
  variant.constraints = std::move(constraints);
  variant.compile = build_two_factorisations;
  return variant;
}

}  // namespace

void describe_cholesky_qr2(sdk::Plugin& plugin) {
  auto qr2 = described("cholesky-qr2.cuda",
                       "A = Q R with the triangle R of the normal equations, then normal equations "
                       "of Q: errors that grow with the condition number, not with its square.");
  qr2.prepare = prepare_method<CholeskyQr2>;
  plugin.variant(std::move(qr2));
  auto adaptive = described("adaptive.cuda",
                            "Normal equations; where the digits they can be trusted for are fewer "
                            "than the instance asks for, cholesky-qr2 goes on from there.");
  adaptive.prepare = prepare_method<Adaptive>;
  plugin.variant(std::move(adaptive));
}

}  // namespace ols::accelerator
