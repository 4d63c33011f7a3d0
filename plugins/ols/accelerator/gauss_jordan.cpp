#include "ols/accelerator/gauss_jordan.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "ols/accelerator/dialect.hpp"
#include "ols/accelerator/launch.hpp"
#include "ols/accelerator/products.hpp"
#include "ols/library/trust.hpp"

namespace ols::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t measures_of_fit = 4;  // as numbered in gauss_jordan.kernel

sdk::Program build_inverse(const sdk::Task& task, assay_backend backend) {
  auto options = sdk::dialect_options({task.host(), backend}, sdk::is_double(task.input("X")));
  options.define("WORK_GROUP_SIZE", task.configuration().integer("inverse_group_size"));
  return sdk::build(task.host(), "ols/gauss_jordan.kernel", options);
}

template <class Real>
class GaussJordan final : public sdk::Trial {
 public:
  GaussJordan(const sdk::Task& task, assay_backend backend)
      : host_(task.host()),
        inputs_(task),
        outputs_(task, inputs_.shape()),
        products_(task, backend, inputs_),
        group_(number(task, "inverse_group_size")),
        program_(build_inverse(task, backend)),
        invert_(program_.kernel("invert")),
        coefficients_(program_.kernel("coefficients")),
        matrices_(host_, batch() * columns() * columns()),
        inverses_(host_, batch() * columns() * columns()),
        vectors_(host_, batch() * 3 * columns()),
        measures_(host_, batch() * measures_of_fit),
        b_(host_, batch() * columns()),
        found_(batch() * measures_of_fit) {
    for (std::size_t k = 0; k < batch(); ++k) target_norms_.push_back(norm(inputs_.y(k)));
    host_.trial_fact("splits", static_cast<double>(products_.splits()));
  }

  void run() override {
    {
      const sdk::Phase phase(host_, "products");
      products_.apply();
    }
    const auto n = static_cast<std::uint32_t>(columns());
    const std::size_t items = batch() * group_;
    {
      const sdk::Phase phase(host_, "inverse");
      invert_.launch<1>({items}, {group_}, products_.sums(), n, matrices_, inverses_, vectors_,
                        measures_);
    }
    {
      const sdk::Phase phase(host_, "coefficients");
      coefficients_.launch<1>({items}, {group_}, products_.sums(), n, inverses_, vectors_, b_,
                              measures_);
    }
    const sdk::Phase phase(host_, "download");
    b_.read(outputs_.b);
    measures_.read(found_);
    for (std::size_t k = 0; k < batch(); ++k) report(k);
  }

 private:
  [[nodiscard]] std::size_t batch() const { return inputs_.shape().batch; }
  [[nodiscard]] std::size_t columns() const { return inputs_.shape().columns; }

  // Writes the trusted digits of fit number k. A fit that broke down gets coefficients of 0.
  void report(std::size_t k) {
    const auto own = std::span<const Real>(found_).subspan(k * measures_of_fit, measures_of_fit);
    const Inverted inverted{.additions = products_.additions(),
                            .columns = columns(),
                            .matrix_norm = static_cast<double>(own[0]),
                            .inverse_norm = static_cast<double>(own[1]),
                            .solution_norm = static_cast<double>(own[2]),
                            .correction_norm = static_cast<double>(own[3])};
    outputs_.digits[k] = digits_of_inverse(inverted, unit_roundoff<Real>, target_norms_[k]);
    const auto b = outputs_.b.subspan(k * columns(), columns());
    const bool finite = std::ranges::all_of(b, [](Real v) { return std::isfinite(v); });
    if (!finite) std::ranges::fill(b, Real{0});
  }

  sdk::Host host_;
  Inputs<Real> inputs_;
  Outputs<Real> outputs_;
  Products<Real> products_;
  std::size_t group_;
  sdk::Program program_;
  sdk::Kernel invert_;
  sdk::Kernel coefficients_;
  sdk::Buffer<Real> matrices_;
  sdk::Buffer<Real> inverses_;
  sdk::Buffer<Real> vectors_;
  sdk::Buffer<Real> measures_;
  sdk::Buffer<Real> b_;
  std::vector<Real> found_;
  std::vector<double> target_norms_;
};

sdk::VariantDescription describe(assay_backend backend) {
  auto set = product_parameters();
  set.parameters.push_back({"inverse_group_size",
                            "Work items of the single group that inverts X^T X of a fit; they loop "
                            "over its elements, so any number of columns works.",
                            sdk::powers_of_two(32, 1024), sdk::Value(256)});
  set.constraints.push_back({"inverse_group_size <= max_work_group_size",
                             "the device does not allow work groups that large"});
  auto variant = sdk::describe_accelerated(
      "gauss-jordan", "ols/fit",
      "b = (X^T X)^-1 X^T y with X in device memory: products without a transposed copy, the "
      "inverse by Gauss-Jordan elimination in one work group.",
      backend, std::move(set));
  variant.prepare = [=](const sdk::Task& task) -> std::unique_ptr<sdk::Trial> {
    return sdk::prepare_by_precision<GaussJordan>(task.input("X"), task, backend);
  };
  variant.compile = [=](const sdk::Task& task) {
    build_products(task, backend);
    build_inverse(task, backend);
  };
  return variant;
}

}  // namespace

void describe_gauss_jordan(sdk::Plugin& plugin) {
  plugin.variant(describe(ASSAY_OPENCL));
  plugin.variant(describe(ASSAY_CUDA));
}

}  // namespace ols::accelerator
