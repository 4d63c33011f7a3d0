// A plugin that is built twice, as BUILD_NUMBER 1 and 2. It exports a counter under one name, which
// the two builds would share if their symbols clashed.
#include "assay/plugin.hpp"

extern "C" {
ASSAY_EXPORT extern int assay_test_runs;
int assay_test_runs = 0;
}

namespace {

using namespace assay::sdk;

class Empty : public Trial {
 public:
  explicit Empty(const Task& task) : host_(task.host()) {}
  void run() override {
    host_.trial_fact("build", BUILD_NUMBER);
    host_.trial_fact("runs", ++assay_test_runs);
  }

 private:
  Host host_;
};

// An instance without anything to compute, so that a trial measures its own cost.
class Nothing : public Instance {
 public:
  std::span<const assay_tensor> inputs() const override { return {}; }
  std::span<const assay_tensor> outputs() const override { return {}; }
  std::span<const assay_expectation> reference() override { return {}; }
  assay_work work() const override { return {}; }
};

void describe(Plugin& plugin) {
  plugin.problem(
      {.name = "test/nothing",
       .doc = "No inputs, no outputs.",
       .arguments = {},
       .tensors = {},
       .create = [](const Host&, const Bindings&) { return std::make_unique<Nothing>(); }});
  plugin.variant({.name = "empty.cpu",
                  .problem = "test/nothing",
                  .doc = "Counts its runs.",
                  .prepare = prepare_as<Empty>});
}

}  // namespace

ASSAY_PLUGIN("test-counting", "1.0", describe)
