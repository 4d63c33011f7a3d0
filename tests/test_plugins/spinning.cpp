// A plugin that is built several times, for guards, which compare builds. It computes for as long
// as ROUNDS says; other macros give it another parameter or a wrong result.
#include <cstdlib>

#include "assay/plugin.hpp"

// A symbol that distinguishes builds of the same code.
extern "C" {
ASSAY_EXPORT extern const int assay_test_build;
const int assay_test_build = BUILD_NUMBER;
}

namespace {

using namespace assay::sdk;

#ifndef PARAMETER
#define PARAMETER "tile"
#endif
#ifndef OFFSET
#define OFFSET 0
#endif

class Spin : public Trial {
 public:
  explicit Spin(const Task& task) : out_(elements<double>(task.output("out"))) {}
  // Each step depends on the one before, so that neither the compiler nor the processor can take a
  // short cut.
  void run() override {
#ifdef CRASH
    std::abort();
#endif
    double value = 3;
    for (int k = 0; k < ROUNDS; ++k) value = value * 0.5 + 0.5;
    out_[0] = value + OFFSET;
  }

 private:
  std::span<double> out_;
};

class One : public Instance {
 public:
  std::span<const assay_tensor> inputs() const override { return {}; }
  std::span<const assay_tensor> outputs() const override { return {&out_, 1}; }
  std::span<const assay_expectation> reference() override { return {&expected_, 1}; }
  assay_work work() const override { return {}; }

 private:
  double one_ = 1;
  assay_tensor out_ = dense_tensor<double>("out", {1}, nullptr);
  assay_expectation expected_{dense_tensor("out", {1}, &one_), 1e-12, 0};
};

void describe(Plugin& plugin) {
  plugin.problem({.name = "test/one",
                  .doc = "The number 1.",
                  .arguments = {},
                  .tensors = {{"out", ASSAY_OUTPUT, "double, shape (1)"}},
                  .create = [](const Host&, const Bindings&) { return std::make_unique<One>(); }});
  plugin.variant({.name = "spin.cpu",
                  .problem = "test/one",
                  .doc = "Approaches it.",
                  .parameters = {{PARAMETER, "Means nothing.", {1, 2}}},
                  .prepare = prepare_as<Spin>});
#ifdef MORE
  plugin.variant({.name = "spin-new.cpu",
                  .problem = "test/one",
                  .doc = "Approaches it, too.",
                  .parameters = {},
                  .prepare = prepare_as<Spin>});
#endif
}

}  // namespace

ASSAY_PLUGIN("test-spinning", "1.0", describe)
