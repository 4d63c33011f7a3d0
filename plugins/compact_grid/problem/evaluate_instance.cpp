#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "compact_grid/library/memory.hpp"
#include "compact_grid/problem/arguments.hpp"
#include "compact_grid/problem/evaluation_points.hpp"
#include "compact_grid/problem/grid_data.hpp"
#include "compact_grid/problem/instances.hpp"
#include "compact_grid/problem/shape_tensor.hpp"

namespace compact_grid {
namespace {

using assay::sdk::dense_tensor;

template <class T>
class EvaluateInstance final : public assay::sdk::Instance {
 public:
  EvaluateInstance(const assay::sdk::Host& host, const GridArguments& arguments,
                   const std::vector<double>& points)
      : data_(host, arguments),
        shape_(data_.grid()),
        coefficients_(data_.coefficients<T>()),
        points_(points.begin(), points.end()) {
    const std::int64_t d = data_.grid().dimensions();
    const auto count = static_cast<std::int64_t>(points_.size()) / d;
    const auto size = static_cast<std::int64_t>(coefficients_.size());
    inputs_ = {shape_.view(), dense_tensor("coefficients", {size}, coefficients_.data()),
               dense_tensor("points", {count, d}, points_.data())};
    outputs_ = {dense_tensor<T>("values", {count}, nullptr)};
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return outputs_; }

  // The useful work, which does not depend on the algorithm: each basis function that is not zero
  // at a point takes a multiplication and an addition, its factors being shared with others as in
  // Horner's scheme; and each coordinate takes one hat for each level: 2^(l+1) x - i (2 flops) and
  // 1 - |t| (1).
  [[nodiscard]] assay_work work() const override {
    const double hats = static_cast<double>(points_.size()) * data_.grid().levels();
    const double numbers =
        static_cast<double>(coefficients_.size()) + static_cast<double>(points_.size()) + count();
    return {.flops = 2 * count() * static_cast<double>(data_.grid().subspaces()) + 3 * hats,
            .bytes = numbers * sizeof(T),
            .element = assay::sdk::element_of<T>};
  }

  [[nodiscard]] std::vector<assay::sdk::Fact> facts() const override {
    auto facts = data_.facts(sizeof(T));
    facts.push_back({"evaluation_points", count()});
    const auto norms = data_.error_norms(as_doubles<T>(points_));
    facts.insert(facts.end(), norms.begin(), norms.end());
    return facts;
  }

  // Each point sums as many terms as there are subspaces. Rounding errors of random sign exceed 8
  // sqrt(terms) u times the sum of the terms' sizes with a probability below 1e-13 (Higham, Mary
  // 2019). A term has an error of up to 2 d u of its size, of u from its coefficient, and of u
  // times its slack (see Sum). The factor 2 covers the reference's own errors and terms of second
  // order.
  std::span<const assay_expectation> reference() override {
    if (!expectations_.empty()) return expectations_;
    EvaluationReference found =
        data_.evaluated(as_doubles<T>(coefficients_), as_doubles<T>(points_));
    const auto terms = static_cast<double>(data_.grid().subspaces());
    const double roundings =
        std::min(terms, 8 * std::sqrt(terms)) + 2.0 * data_.grid().dimensions() + 1;
    const double absolute = 2 * unit_roundoff<T> * (roundings * found.magnitude + found.slack);
    reference_ = std::move(found.values);
    expectations_ = {
        {dense_tensor("values", {outputs_[0].shape[0]}, reference_.data()), absolute, 0}};
    return expectations_;
  }

 private:
  [[nodiscard]] double count() const { return static_cast<double>(outputs_[0].shape[0]); }

  GridData data_;
  ShapeTensor shape_;
  std::vector<T> coefficients_;
  std::vector<T> points_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<double> reference_;
  std::vector<assay_expectation> expectations_;
};

}  // namespace

std::unique_ptr<assay::sdk::Instance> create_evaluate(const assay::sdk::Host& host,
                                                      const assay::sdk::Bindings& bound) {
  GridArguments arguments(bound);
  arguments.coefficients = bound.text("coefficients");
  const PointArguments where(bound);
  const double numbers = static_cast<double>(where.count) * (arguments.grid.dimensions() + 1);
  require_memory(numbers * (16 + static_cast<double>(arguments.element_bytes())),
                 fmt::format("{} points of evaluation", where.count), "reduce points");
  const std::vector<double> points = make_points(host, arguments, where);
  if (arguments.is_float) {
    return std::make_unique<EvaluateInstance<float>>(host, arguments, points);
  }
  return std::make_unique<EvaluateInstance<double>>(host, arguments, points);
}

}  // namespace compact_grid
