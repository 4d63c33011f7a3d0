// The problem test/root, y^2 = x, whose instances judge outputs themselves, and a variant that is
// right after enough steps. Fresh processes can take over the check of test/root, but not that of
// test/root-here, which is otherwise identical.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "assay/plugin.hpp"

namespace {

using namespace assay::sdk;

// A check that attaches as the fact `references` how often the reference had been asked for when
// the check was created.
class Squares : public Check {
 public:
  Squares(const Host& host, std::span<const double> x, double references, bool restored)
      : host_(host), x_(x), references_(references), restored_(restored) {}
  Finding check(std::span<const assay_tensor> outputs) override {
    const auto y = elements<const double>(find_tensor(outputs, "y"));
    double worst = 0;
    for (std::size_t k = 0; k < y.size(); ++k) {
      worst = std::max(worst, std::abs(y[k] * y[k] - x_[k]));
    }
    host_.trial_fact("worst", worst);
    host_.trial_fact("references", references_);
    host_.trial_fact("restored", restored_ ? 1 : 0);
    if (worst <= tolerance) return {worst / tolerance};
    return {worst / tolerance, "a square is off by " + std::to_string(worst)};
  }

 private:
  static constexpr double tolerance = 1e-9;

  Host host_;
  std::span<const double> x_;
  double references_;
  bool restored_;
};

class Root : public Instance {
 public:
  explicit Root(const Host& host) : host_(host) {
    host_.trial_fact("created", 1);  // belongs to no trial and must not be seen in one
    inputs_ = {dense_tensor("x", {4}, x_.data())};
    outputs_ = {dense_tensor<double>("y", {4}, nullptr)};
  }
  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override {
    ++references_;
    return {};
  }
  Finding check(std::span<const assay_tensor> outputs) override {
    return Squares(host_, x_, references_, false).check(outputs);
  }
  std::vector<std::byte> save_check() override {
    const auto bytes = std::as_bytes(std::span(&references_, 1));
    return {bytes.begin(), bytes.end()};
  }
  assay_work work() const override { return {4, 64, ASSAY_F64}; }

 private:
  Host host_;
  double references_ = 0;
  std::vector<double> x_{1, 2, 3, 4};
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
};

std::unique_ptr<Check> restore(const Host& host, const Bindings&, const SavedCheck& saved) {
  const auto x = elements<const double>(find_tensor(saved.inputs, "x"));
  double references = 0;
  std::memcpy(&references, saved.state.data(), sizeof references);
  return std::make_unique<Squares>(host, x, references, true);
}

class Newton : public Trial {
 public:
  explicit Newton(const Task& task)
      : x_(elements<const double>(task.input("x"))),
        y_(elements<double>(task.output("y"))),
        steps_(task.configuration().integer("steps")) {}
  void run() override {
    for (std::size_t k = 0; k < x_.size(); ++k) {
      y_[k] = x_[k];
      for (std::int64_t step = 0; step < steps_; ++step) y_[k] = (y_[k] + x_[k] / y_[k]) / 2;
    }
  }

 private:
  std::span<const double> x_;
  std::span<double> y_;
  std::int64_t steps_;
};

void describe(Plugin& plugin) {
  ProblemDescription problem{
      .name = "test/root",
      .doc = "y^2 = x",
      .arguments = {},
      .tensors = {{"x", ASSAY_INPUT, "double [4]"}, {"y", ASSAY_OUTPUT, "double [4]"}},
      .create = [](const Host& host, const Bindings&) { return std::make_unique<Root>(host); },
      .checks = true,
      .restore_check = restore};
  VariantDescription variant{.name = "newton.cpu",
                             .problem = problem.name,
                             .doc = "Newton's iteration.",
                             .parameters = {{"steps", "How many.", {20, 1}}},
                             .prepare = prepare_as<Newton>};
  plugin.problem(problem);
  plugin.variant(variant);
  problem.name = variant.problem = "test/root-here";
  problem.restore_check = nullptr;
  plugin.problem(problem);
  plugin.variant(variant);
}

}  // namespace

ASSAY_PLUGIN("test-checked", "1.0", describe)
