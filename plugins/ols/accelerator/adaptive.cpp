#include "ols/accelerator/adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ols/accelerator/cholesky_qr2.hpp"
#include "ols/accelerator/data.hpp"
#include "ols/accelerator/orthogonal.hpp"
#include "ols/accelerator/tall_skinny.hpp"

namespace ols::accelerator {
namespace {

namespace sdk = assay::sdk;

enum class Method { normal_equations, cholesky_qr2, tsqr };  // numbered as in the fact answered_by

// Tries methods from the cheapest on until one promises the digits asked for; if none does, the
// promise of the last one stands. The decisions are part of each sample, and download two numbers
// for each fit.
template <class Real>
class Adaptive final : public sdk::Trial {
 public:
  explicit Adaptive(const sdk::Task& task)
      : host_(task.host()),
        data_(task),
        wanted_(task.arguments().real("digits")),
        equations_(task),
        orthogonal_(task, equations_) {
    if (TallSkinnyPlan::takes(task)) tall_skinny_.emplace(task, TallSkinnyPlan::usual(task));
    host_.trial_fact("splits", static_cast<double>(equations_.splits()));
  }

  void run() override {
    const bool broke_down = !solve_normally();
    if (is_enough()) return;
    // Cholesky of Q^T Q needs a triangle to compute Q with; reflections do not.
    if (!broke_down || !tall_skinny_) solve_by_q();
    if (!is_enough() && tall_skinny_) solve_by_reflections();
  }

  void outputs() override {
    host_.trial_fact("answered_by", static_cast<double>(method_));
    if (method_ == Method::tsqr) {
      tall_skinny_->require_full_rank();
      tall_skinny_->factored().b.read(data_.outputs.b);
    } else {
      equations_.factored().b.read(data_.outputs.b);
    }
  }

 private:
  [[nodiscard]] bool is_enough() const { return std::ranges::min(data_.outputs.digits) >= wanted_; }

  // Returns whether every fit has a triangle.
  bool solve_normally() {
    method_ = Method::normal_equations;
    equations_.apply(data_.x, data_.y);
    const sdk::Phase phase(host_, "judge");
    const auto norms = equations_.norms();
    data_.write_digits(equations_.digits(norms, data_.target_norms));
    return std::ranges::all_of(norms,
                               [](const FitNorms& fit) { return std::isfinite(fit.inverse_norm); });
  }

  void solve_by_q() {
    method_ = Method::cholesky_qr2;
    orthogonal_.apply(data_.x, data_.y);
    const sdk::Phase phase(host_, "judge Q");
    data_.write_digits(orthogonal_.digits(data_.x, data_.y, data_.target_norms));
  }

  void solve_by_reflections() {
    method_ = Method::tsqr;
    tall_skinny_->apply(data_.x, data_.y);
    const sdk::Phase phase(host_, "judge reflections");
    data_.write_digits(tall_skinny_->digits());
  }

  sdk::Host host_;
  Data<Real> data_;
  double wanted_;
  NormalEquations<Real, Real> equations_;
  Orthogonal<Real> orthogonal_;
  std::optional<TallSkinnyQr<Real>> tall_skinny_;
  Method method_ = Method::normal_equations;
};

void build_adaptive(const sdk::Task& task) {
  build_normal_equations(task);
  build_orthogonal(task);
  if (TallSkinnyPlan::takes(task)) build_tall_skinny(task, TallSkinnyPlan::usual(task));
}

}  // namespace

void describe_adaptive(sdk::Plugin& plugin) {
  auto [parameters, constraints] = first_factorisation_parameters();
  sdk::VariantDescription variant;
  variant.name = "adaptive.cuda";
  variant.problem = "ols/fit";
  variant.doc =
      "Normal equations; if fewer of their digits can be trusted than the instance asks for, "
      "cholesky-qr2 continues from there, and after it tsqr, if its triangles fit in shared "
      "memory.";
  variant.backend = ASSAY_CUDA;
  variant.parameters = std::move(parameters);
  variant.constraints = std::move(constraints);
  variant.prepare = prepare_for_input<Adaptive>;
  variant.compile = build_adaptive;
  plugin.variant(std::move(variant));
}

}  // namespace ols::accelerator
