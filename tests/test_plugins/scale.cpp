// The problem test/scale, y = a x, with right variants: a loop, and one that does nothing worth
// timing.
#include <span>
#include <vector>

#include "assay/plugin.hpp"

namespace {

using namespace assay::sdk;

template <class T>
class Scale : public Instance {
 public:
  Scale(std::int64_t n, double factor)
      : x_(static_cast<std::size_t>(n)), y_(x_.size()), factor_(static_cast<T>(factor)) {
    for (std::size_t k = 0; k < x_.size(); ++k) {
      x_[k] = static_cast<T>(k % 1000) / 8 - 3;
      y_[k] = static_cast<double>(factor_) * static_cast<double>(x_[k]);
    }
    inputs_ = {dense_tensor("x", {n}, x_.data()), dense_tensor("a", {}, &factor_)};
    outputs_ = {dense_tensor<T>("y", {n}, nullptr)};
    expectations_ = {{dense_tensor("y", {n}, y_.data()), 1e-6, 1e-6}};
  }
  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override { return expectations_; }
  assay_work work() const override {
    const auto n = static_cast<double>(x_.size());
    return {n, 2 * n * sizeof(T), element_of<T>};
  }
  std::vector<Fact> facts() const override {
    return {{"elements", static_cast<double>(x_.size())}};
  }

 private:
  std::vector<T> x_;
  std::vector<double> y_;
  T factor_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<assay_expectation> expectations_;
};

std::unique_ptr<Instance> create(const Host& host, const Bindings& arguments) {
  const std::int64_t n = arguments.integer("n");
  if (n < 0) throw Error(ASSAY_INVALID, "n must not be negative");
  const std::string file = arguments.text("file");
  if (!file.empty()) static_cast<void>(host.resolve_path(file));
  if (arguments.text("precision") == "float") {
    return std::make_unique<Scale<float>>(n, arguments.real("factor"));
  }
  return std::make_unique<Scale<double>>(n, arguments.real("factor"));
}

class Loop : public Trial {
 public:
  explicit Loop(const Task& task)
      : host_(task.host()), x_(task.input("x")), y_(task.output("y")), a_(task.input("a")) {}
  void run() override {
    host_.trial_fact("loops", 1, "1");
    const Phase phase(host_, "multiply");
    if (x_.element == ASSAY_F32) {
      multiply<float>();
    } else {
      multiply<double>();
    }
  }

 private:
  template <class T>
  void multiply() {
    const auto x = elements<const T>(x_);
    const auto y = elements<T>(y_);
    const T a = elements<const T>(a_).front();
    for (std::size_t k = 0; k < x.size(); ++k) y[k] = a * x[k];
  }

  Host host_;
  const assay_tensor& x_;
  const assay_tensor& y_;
  const assay_tensor& a_;
};

void describe(Plugin& plugin) {
  plugin.problem({.name = "test/scale",
                  .doc = "y = a x",
                  .arguments = {{"n", "Number of elements.", 1000, {}, between(1, 5000)},
                                {"factor", "a", 3.0, {}, Domain{-10, 10, true}},
                                {"precision", "Element type.", "double", {"double", "float"}},
                                {"file", "A file that must exist, or nothing.", ""}},
                  .tensors = {{"x", ASSAY_INPUT, "float or double [n]"},
                              {"a", ASSAY_INPUT, "the same type, a scalar"},
                              {"y", ASSAY_OUTPUT, "the same type [n]"}},
                  .create = create});
  plugin.variant({.name = "loop.cpu",
                  .problem = "test/scale",
                  .doc = "One loop.",
                  .parameters = {{"unroll", "Ignored.", {1, 2, 4}}},
                  .constraints = {{"unroll <= hardware_threads * 4", "there are too few threads"}},
                  .prepare = prepare_as<Loop>,
                  .queues = 12});
}

}  // namespace

ASSAY_PLUGIN("test-scale", "1.0", describe)
