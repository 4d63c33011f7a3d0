#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "compact_grid/problem/arguments.hpp"
#include "compact_grid/problem/grid_data.hpp"
#include "compact_grid/problem/instances.hpp"
#include "compact_grid/problem/shape_tensor.hpp"

namespace compact_grid {
namespace {

using assay::sdk::dense_tensor;

template <class T>
class HierarchizeInstance final : public assay::sdk::Instance {
 public:
  HierarchizeInstance(const assay::sdk::Host& host, const GridArguments& arguments)
      : data_(host, arguments), shape_(data_.grid()), nodal_(data_.nodal<T>()) {
    const auto points = static_cast<std::int64_t>(nodal_.size());
    inputs_ = {shape_.view(), dense_tensor("nodal", {points}, nodal_.data())};
    outputs_ = {dense_tensor<T>("coefficients", {points}, nullptr)};
  }

  [[nodiscard]] std::span<const assay_tensor> inputs() const override { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const override { return outputs_; }

  // Two additions and a multiplication for each point and each dimension in which it has a parent.
  // Each number is read and written once, although every known algorithm passes over them several
  // times.
  [[nodiscard]] assay_work work() const override {
    return {.flops = 3 * updates(),
            .bytes = 2 * static_cast<double>(nodal_.size() * sizeof(T)),
            .element = assay::sdk::element_of<T>};
  }

  [[nodiscard]] std::vector<assay::sdk::Fact> facts() const override {
    auto facts = data_.facts(sizeof(T));
    facts.push_back({"updates", updates()});
    facts.push_back({"pass_bytes", work().bytes * data_.grid().dimensions(), "bytes"});
    return facts;
  }

  // See the README: a pass adds at most three roundings of numbers that have grown to at most twice
  // their size, and doubles earlier errors. A point takes part in as many passes as there are
  // dimensions in which it has parents. One more rounding stands for that of the nodal values,
  // which the closed form does not have.
  std::span<const assay_expectation> reference() override {
    if (!expectations_.empty()) return expectations_;
    reference_ = data_.hierarchized(as_doubles<T>(nodal_));
    double largest = 0;
    for (const T value : nodal_) largest = std::max(largest, std::abs(static_cast<double>(value)));
    const Grid& grid = data_.grid();
    const uint passes =
        grid.has_boundary() ? grid.dimensions() : std::min(grid.dimensions(), grid.levels() - 1);
    const double absolute =
        unit_roundoff<T> * largest * std::ldexp(1.5 * passes + 1, static_cast<int>(passes));
    expectations_ = {
        {dense_tensor("coefficients", {outputs_[0].shape[0]}, reference_.data()), absolute, 0}};
    return expectations_;
  }

 private:
  // The sum over the points of the number of dimensions in which they have a parent: with boundary,
  // those in which they do not lie on it; without, those in which their level is above 0. For one
  // dimension these are the face's points or, without boundary, the grid's points except those of
  // the grid of one dimension less.
  [[nodiscard]] double updates() const {
    const Grid& grid = data_.grid();
    const uint d = grid.dimensions();
    if (!grid.has_boundary()) {
      return d * static_cast<double>(grid.points() - grid.interior_points(d - 1));
    }
    double updates = 0;
    double faces = 1;  // 2^j C(d, j)
    for (uint j = 0; j <= d; ++j) {
      updates += faces * (d - j) * static_cast<double>(grid.interior_points(d - j));
      faces *= 2.0 * (d - j) / (j + 1);
    }
    return updates;
  }

  GridData data_;
  ShapeTensor shape_;
  std::vector<T> nodal_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<double> reference_;
  std::vector<assay_expectation> expectations_;
};

}  // namespace

std::unique_ptr<assay::sdk::Instance> create_hierarchize(const assay::sdk::Host& host,
                                                         const assay::sdk::Bindings& bound) {
  const GridArguments arguments(bound);
  if (arguments.is_float) return std::make_unique<HierarchizeInstance<float>>(host, arguments);
  return std::make_unique<HierarchizeInstance<double>>(host, arguments);
}

}  // namespace compact_grid
