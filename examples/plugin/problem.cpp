// The problem axpy/add: its arguments, inputs drawn from a seed, and the expected results.
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "axpy.hpp"

namespace axpy {
namespace {

using namespace assay::sdk;

// A uniform number in [-1, 1).
double drawn(std::uint64_t seed, std::uint64_t place) {
  return static_cast<double>(split_mix(split_mix(seed) ^ place) >> 11) * 0x1p-52 - 1;
}

template <class Real>
class Add : public Instance {
 public:
  Add(std::size_t count, double a, std::uint64_t seed)
      : x_(count), y_(count), expected_(count), a_(static_cast<Real>(a)) {
    for (std::size_t k = 0; k < count; ++k) {
      x_[k] = static_cast<Real>(drawn(seed, 2 * k));
      y_[k] = static_cast<Real>(drawn(seed, 2 * k + 1));
      expected_[k] =
          static_cast<double>(a_) * static_cast<double>(x_[k]) + static_cast<double>(y_[k]);
    }
    const auto n = static_cast<std::int64_t>(count);
    inputs_ = {dense_tensor("x", {n}, x_.data()), dense_tensor("y", {n}, y_.data()),
               dense_tensor("a", {}, &a_)};
    outputs_ = {dense_tensor<Real>("z", {n}, nullptr)};
    // A product and a sum round by half a unit each, relative to at most |a| + 1.
    const double tolerance = (std::abs(a) + 1) * (sizeof(Real) == 4 ? 0x1p-23 : 0x1p-52);
    expectations_ = {{.reference = dense_tensor("z", {n}, expected_.data()),
                      .absolute = tolerance,
                      .relative = 0}};
  }

  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override { return expectations_; }
  // The least work that must be computed and moved, from which reports derive the floor.
  assay_work work() const override {
    const auto n = static_cast<double>(x_.size());
    return {.flops = 2 * n, .bytes = 3 * n * sizeof(Real), .element = element_of<Real>};
  }

 private:
  std::vector<Real> x_;
  std::vector<Real> y_;
  std::vector<double> expected_;
  Real a_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<assay_expectation> expectations_;
};

std::unique_ptr<Instance> create(const Host& /*host*/, const Bindings& arguments) {
  const std::size_t count = arguments.size("count");
  const double a = arguments.real("a");
  const auto seed = static_cast<std::uint64_t>(arguments.integer("seed"));
  if (arguments.text("precision") == "float") return std::make_unique<Add<float>>(count, a, seed);
  return std::make_unique<Add<double>>(count, a, seed);
}

}  // namespace

// Domains are the ranges from which `assay judge` draws further instances.
void describe_problem(Plugin& plugin) {
  plugin.problem({.name = "axpy/add",
                  .doc = "z = a x + y",
                  .arguments = {{"count", "Elements.", 1 << 20, {}, between(1, 1 << 20)},
                                {"a", "The factor.", 2.5, {}, Domain{-10, 10, true}},
                                {"precision", "Of all elements.", "float", {"float", "double"}},
                                {"seed", "Of x and y.", 1, {}, any_seed()}},
                  .tensors = {{"x", ASSAY_INPUT, "float or double [count]"},
                              {"y", ASSAY_INPUT, "as x"},
                              {"a", ASSAY_INPUT, "as x, a scalar"},
                              {"z", ASSAY_OUTPUT, "as x"}},
                  .create = create});
}

}  // namespace axpy
