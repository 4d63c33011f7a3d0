// The problems of sparse-grid/ with inputs that the shipped problems never make: inputs of a plugin
// or data set that breaks the rules. Grids are small and regular, of level 3.
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.hpp"

namespace {

using namespace assay::sdk;

const std::vector<Value> faults = {"none",
                                   "outside",
                                   "border",
                                   "nan-data",
                                   "nan-coefficient",
                                   "infinite-coefficient",
                                   "other-dimension",
                                   "fewer-coefficients",
                                   "64-dimensions",
                                   "65-dimensions",
                                   "300-dimensions",
                                   "level-0",
                                   "level-40",
                                   "even-index"};

// The level and index vectors of grid points, [points][d].
struct Points {
  std::size_t d;
  std::vector<std::uint32_t> levels = std::vector<std::uint32_t>(d, 1);
  std::vector<std::uint32_t> indices = std::vector<std::uint32_t>(d, 1);  // the root

  // Adds the root's point with the coordinate `k` replaced.
  void add(std::size_t k, std::uint32_t level, std::uint32_t index) {
    levels.resize(levels.size() + d, 1);
    indices.resize(indices.size() + d, 1);
    levels[levels.size() - d + k] = level;
    indices[indices.size() - d + k] = index;
  }
  [[nodiscard]] std::size_t size() const { return levels.size() / d; }
};

Points grid_of(std::size_t dimensions) {
  Points points{dimensions};
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    for (const std::uint32_t index : {1U, 3U}) points.add(k, 2, index);
    for (const std::uint32_t index : {1U, 3U, 5U, 7U}) points.add(k, 3, index);
  }
  return points;
}

template <class T>
class BadGrid : public Instance {
 public:
  BadGrid(const std::string& fault, bool transposed)
      : grid_(grid_of(fault == "64-dimensions"    ? 64
                      : fault == "65-dimensions"  ? 65
                      : fault == "300-dimensions" ? 300
                                                  : 2)),
        data_(points * grid_.d) {
    for (std::size_t at = 0; at < data_.size(); ++at) {
      data_[at] = static_cast<T>(static_cast<double>((at * 37 + 11) % 101) / 101);
    }
    coefficients_.resize(transposed ? points : grid_.size(), T{0.75});
    break_by(fault);
    const auto n = static_cast<std::int64_t>(grid_.size());
    const auto d = static_cast<std::int64_t>(grid_.d);
    const auto m = static_cast<std::int64_t>(points);
    const auto told = static_cast<std::int64_t>(coefficients_.size());
    const bool other = fault == "other-dimension";
    inputs_ = {other ? dense_tensor("data", {2 * m / 3, std::int64_t{3}}, data_.data())
                     : dense_tensor("data", {m, d}, data_.data()),
               dense_tensor("levels", {n, d}, grid_.levels.data()),
               dense_tensor("indices", {n, d}, grid_.indices.data()),
               dense_tensor(transposed ? "weights" : "surpluses", {told}, coefficients_.data())};
    compute(transposed);
    const auto count = static_cast<std::int64_t>(expected_.size());
    outputs_ = {dense_tensor<T>(transposed ? "sums" : "values", {count}, nullptr)};
    expectations_ = {{dense_tensor(outputs_[0].name, {count}, expected_.data()), 1e-4, 1e-4}};
  }
  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override { return expectations_; }
  assay_work work() const override { return {1, 1, element_of<T>}; }
  std::vector<Fact> facts() const override { return {}; }

 private:
  static constexpr std::size_t points = 66;

  void break_by(const std::string& fault) {
    const auto nan = std::numeric_limits<T>::quiet_NaN();
    if (fault == "outside") data_[7] = T{1.25}, data_[10] = T{-0.25}, data_[31] = T{1048577};
    if (fault == "border") data_[6] = T{0}, data_[9] = T{1}, data_[24] = T{1};
    if (fault == "nan-data") data_[8] = nan;
    if (fault == "nan-coefficient") coefficients_[3] = nan;
    if (fault == "infinite-coefficient") coefficients_[3] = std::numeric_limits<T>::infinity();
    if (fault == "fewer-coefficients") coefficients_.resize(coefficients_.size() - 5);
    if (fault == "level-0") grid_.levels[5] = 0;
    if (fault == "level-40") grid_.levels[5] = 40;
    if (fault == "even-index") grid_.indices[4] = 2;
  }

  // Computes the formula literally, for any values; missing coefficients count as 0.
  void compute(bool transposed) {
    expected_.resize(transposed ? grid_.size() : points);
    for (std::size_t i = 0; i < grid_.size(); ++i) {
      for (std::size_t m = 0; m < points; ++m) {
        double product = 1;
        for (std::size_t k = 0; k < grid_.d; ++k) {
          const std::size_t at = i * grid_.d + k;
          const double x = data_[m * grid_.d + k];
          const double y =
              std::abs(std::ldexp(x, static_cast<int>(grid_.levels[at])) - grid_.indices[at]);
          product *= y > 1 ? 0 : 1 - y;  // keeps a NaN
        }
        const std::size_t from = transposed ? m : i;
        if (from < coefficients_.size()) {
          expected_[transposed ? i : m] += product * coefficients_[from];
        }
      }
    }
  }

  Points grid_;
  std::vector<T> data_;
  std::vector<T> coefficients_;
  std::vector<double> expected_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<assay_expectation> expectations_;
};

template <bool transposed>
std::unique_ptr<Instance> create(const Host& /*host*/, const Bindings& arguments) {
  const std::string fault = arguments.text("fault");
  if (arguments.text("precision") == "float") {
    return std::make_unique<BadGrid<float>>(fault, transposed);
  }
  return std::make_unique<BadGrid<double>>(fault, transposed);
}

void describe(Plugin& plugin) {
  const auto add = [&](const char* name, auto create) {
    plugin.problem({.name = name,
                    .doc = "The problem of this name with bad inputs.",
                    .arguments = {{"precision", "Element type.", "double", {"double", "float"}},
                                  {"fault", "What is wrong.", "none", faults}},
                    .tensors = {},
                    .create = create});
  };
  add("sparse-grid/multi-eval", create<false>);
  add("sparse-grid/multi-eval-transposed", create<true>);
}

}  // namespace

ASSAY_PLUGIN("test-bad-grids", "1.0", describe)
