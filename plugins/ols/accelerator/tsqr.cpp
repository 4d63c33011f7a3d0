#include "ols/accelerator/tsqr.hpp"

#include "ols/accelerator/data.hpp"
#include "ols/accelerator/tall_skinny.hpp"

namespace ols::accelerator {
namespace {

namespace sdk = assay::sdk;

// X, y and b stay on the device during a sample; b and the digits are downloaded afterwards.
template <class Real>
class Tsqr final : public sdk::Trial {
 public:
  explicit Tsqr(const sdk::Task& task)
      : data_(task), plan_(TallSkinnyPlan::configured(task)), qr_(task, plan_) {
    task.host().trial_fact("triangles", static_cast<double>(plan_.triangles()));
  }

  void run() override { qr_.apply(data_.x, data_.y); }

  void outputs() override {
    qr_.require_full_rank();
    data_.write_digits(qr_.digits());
    qr_.factored().b.read(data_.outputs.b);
  }

 private:
  Data<Real> data_;
  TallSkinnyPlan plan_;
  TallSkinnyQr<Real> qr_;
};

void build_tsqr(const sdk::Task& task) {
  build_tall_skinny(task, TallSkinnyPlan::configured(task));
  if (sdk::is_double(task.input("X"))) {
    build_estimate<double, double>(task.host());
  } else {
    build_estimate<float, float>(task.host());
  }
}

}  // namespace

void describe_tsqr(sdk::Plugin& plugin) {
  auto [parameters, constraints] = tall_skinny_parameters();
  sdk::VariantDescription variant;
  variant.name = "tsqr.cuda";
  variant.problem = "ols/fit";
  variant.doc =
      "Householder reflections without Q: warps reduce rows of [X y] to triangles, which a tree "
      "combines into one. Errors grow with the condition number, not with its square, and the "
      "method never breaks down. X, y and b in device memory.";
  variant.backend = ASSAY_CUDA;
  variant.parameters = std::move(parameters);
  variant.constraints = std::move(constraints);
  variant.prepare = prepare_for_input<Tsqr>;
  variant.compile = build_tsqr;
  plugin.variant(std::move(variant));
}

}  // namespace ols::accelerator
