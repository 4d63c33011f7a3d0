// Variants that differ only in their names, and one that does more of the same work: whether a
// ranking of them is right is known.
#include <algorithm>
#include <cmath>
#include <vector>

#include "assay/plugin.hpp"

namespace {

using namespace assay::sdk;

// n times the number 1, to which x = x / 2 + 1/2 converges from any start.
class Ones : public Instance {
 public:
  explicit Ones(std::int64_t n)
      : ones_(static_cast<std::size_t>(n), 1),
        output_(dense_tensor<float>("out", {n}, nullptr)),
        expected_{dense_tensor("out", {n}, ones_.data()), 1e-6, 0} {}
  std::span<const assay_tensor> inputs() const override { return {}; }
  std::span<const assay_tensor> outputs() const override { return {&output_, 1}; }
  std::span<const assay_expectation> reference() override { return {&expected_, 1}; }
  assay_work work() const override { return {}; }

 private:
  std::vector<float> ones_;
  assay_tensor output_;
  assay_expectation expected_;
};

// A number of passes over an array of its own.
class Passes : public Trial {
 public:
  Passes(const Task& task, double more)
      : out_(elements<float>(task.output("out"))),
        values_(out_.size()),
        passes_(
            std::llround(static_cast<double>(task.arguments().integer("passes")) * (1 + more))) {}
  void run() override {
    for (std::int64_t pass = 0; pass < passes_; ++pass) {
      for (float& value : values_) value = value * 0.5F + 0.5F;
    }
    std::copy(values_.begin(), values_.end(), out_.begin());
  }

 private:
  std::span<float> out_;
  std::vector<float> values_;
  std::int64_t passes_;
};

void describe(Plugin& plugin) {
  plugin.problem(
      {.name = "ranking/passes",
       .doc = "As long as passes over an array take.",
       .arguments = {{"n", "Length of the array.", std::int64_t{4'000}},
                     {"passes", "Over it, at least 30.", std::int64_t{2'000}},
                     {"more", "What more.cpu makes in addition, as a share of them.", 0.03}},
       .tensors = {{"out", ASSAY_OUTPUT, "float, shape (n)"}},
       .create = [](const Host&, const Bindings& arguments) {
         return std::make_unique<Ones>(arguments.integer("n"));
       }});
  const auto add = [&](const char* name, auto prepare) {
    plugin.variant(
        {.name = name,
         .problem = "ranking/passes",
         .doc = "Makes the passes.",
         .parameters = {{"unused", "Means nothing.", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}},
         .prepare = prepare});
  };
  for (const char* name : {"one.cpu", "two.cpu", "three.cpu"}) {
    add(name, [](const Task& task) { return std::make_unique<Passes>(task, 0); });
  }
  add("more.cpu", [](const Task& task) {
    return std::make_unique<Passes>(task, task.arguments().real("more"));
  });
}

}  // namespace

ASSAY_PLUGIN("ranking-passes", "1.0", describe)
