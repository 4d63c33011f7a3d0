// gemm/batched: its arguments and its numbers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "assay/expected_elements.hpp"
#include "gemm/expected.hpp"
#include "gemm/gemm.hpp"
#include "numbers/numbers.hpp"

namespace gemm {
namespace {

using namespace assay::sdk;

// Refuses sizes by name.
void require_sizes(const Bindings& arguments) {
  constexpr double most_elements = 0x1p32;
  constexpr std::int64_t longest = INT32_MAX;
  const std::int64_t batch = arguments.integer("batch");
  const std::int64_t m = arguments.integer("rows");
  const std::int64_t n = arguments.integer("columns");
  const std::int64_t k = arguments.integer("inner");
  const auto elements = [&](std::int64_t one, std::int64_t other) {
    return static_cast<double>(batch) * static_cast<double>(one) * static_cast<double>(other);
  };
  const bool are_sizes = std::min({batch, m, n}) >= 1 && k >= 0;
  if (are_sizes && std::max({batch, m, n, k}) <= longest &&
      std::max({elements(m, k), elements(k, n), elements(m, n)}) <= most_elements) {
    return;
  }
  throw Error(
      ASSAY_INVALID,
      fmt::format("batch, rows and columns must be at least 1, inner at least 0, each below "
                  "2^31, and no array may have more than 2^32 elements: batch = {}, rows = "
                  "{}, columns = {}, inner = {}",
                  batch, m, n, k));
}

// Halves are rounded from floats.
template <class Real>
std::vector<Real> take(const numbers::Source& source, const std::array<std::size_t, 3>& shape,
                       std::uint64_t stream) {
  if constexpr (std::is_same_v<Real, Half>) {
    std::vector<Half> halves;
    for (const float number : source.take<float>(shape, stream)) halves.emplace_back(number);
    return halves;
  } else {
    return source.take<Real>(shape, stream);
  }
}

// The extents of an array of matrices, as they lie.
std::array<std::size_t, 3> extents(std::size_t batch, std::size_t rows, std::size_t columns,
                                   bool transposed) {
  if (transposed) std::swap(rows, columns);
  return {batch, rows, columns};
}

template <class Real>
assay_tensor tensor(const char* name, const std::array<std::size_t, 3>& extents, const Real* data) {
  const auto extent = [&](std::size_t k) { return static_cast<std::int64_t>(extents[k]); };
  return dense_tensor(name, {extent(0), extent(1), extent(2)}, data);
}

template <class Real>
class Product final : public Instance {
 public:
  Product(const Shape& shape, const numbers::Source& source) : shape_(shape) {
    const auto of_a = extents(shape.batch, shape.rows, shape.inner, shape.transpose_a);
    const auto of_b = extents(shape.batch, shape.inner, shape.columns, shape.transpose_b);
    a_ = take<Real>(source, of_a, 0);
    b_ = take<Real>(source, of_b, 1);
    inputs_ = {tensor("a", of_a, a_.data()), tensor("b", of_b, b_.data())};
    outputs_ = {tensor<Real>("c", {shape.batch, shape.rows, shape.columns}, nullptr)};
  }

  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override {
    if (expectations_.empty()) {
      const auto extents = outputs_[0].shape;
      const auto shape = {extents[0], extents[1], extents[2]};
      expected_ = expected_product<Real>(shape_, a_, b_);
      expectations_ = {{dense_tensor("c", shape, expected_.numbers()), 0, 0}};
      tolerances_ = {dense_tensor("tolerances of c", shape, expected_.tolerances())};
    }
    return expectations_;
  }
  std::span<const assay_tensor> element_tolerances() override { return tolerances_; }
  // A multiplication and an addition for each element of a row of a[i] and each column of b[i];
  // each number is read once, and each result written once.
  assay_work work() const override {
    const auto results = static_cast<double>(shape_.batch * shape_.c_size());
    const auto factors = static_cast<double>(a_.size() + b_.size());
    return {.flops = 2 * results * static_cast<double>(shape_.inner),
            .bytes = sizeof(Real) * (factors + results),
            .element = element_of<Real>};
  }

 private:
  Shape shape_;
  std::vector<Real> a_;
  std::vector<Real> b_;
  ExpectedElements<SumOf<Real>> expected_;
  std::vector<assay_expectation> expectations_;
  std::vector<assay_tensor> tolerances_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
};

std::unique_ptr<Instance> create(const Host& host, const Bindings& arguments) {
  require_sizes(arguments);
  const Shape shape(arguments);
  const numbers::Source source(host, arguments);
  if (arguments.text("precision") == "half") {
    return std::make_unique<Product<Half>>(shape, source);
  }
  return numbers::create_by_precision<Product>(arguments, shape, source);
}

std::vector<Argument> arguments() {
  const Domain size = between(1, 300);
  auto all = numbers::arguments(
      {{"rows", "Rows of each a and c.", 1024, {}, size},
       {"columns", "Columns of each b and c.", 1024, {}, size},
       {"inner", "Columns of each a, rows of each b; there may be none.", 1024, {}, size},
       {"batch", "Products to compute.", 1, {}, between(1, 8)},
       {"transpose_a", "Whether each a lies as its transpose.", false, {false, true}},
       {"transpose_b", "Whether each b lies as its transpose.", false, {false, true}}});
  const auto precision = std::ranges::find(all, "precision", &Argument::name);
  precision->doc =
      "The type of the numbers. Sums of halves are float; drawn numbers of which half has no like "
      "are rounded, to infinity beyond 65,504.";
  precision->choices.insert(precision->choices.begin(), "half");
  const auto file = std::ranges::find(all, "file", &Argument::name);
  file->doc = "A NumPy file (.npy) of the shape of a to take a from; empty: drawn, as b always is.";
  return all;
}

}  // namespace

void describe_problem(Plugin& plugin) {
  plugin.problem(
      {.name = "gemm/batched",
       .doc = "Products of matrices, c[i] = a[i] b[i], all row-major. Where no rounding is to "
              "blame, NaN and infinities are those of IEEE 754.",
       .arguments = arguments(),
       .tensors = {{"a", ASSAY_INPUT,
                    "half, float or double [batch, rows, inner], or [batch, inner, rows] if "
                    "transposed"},
                   {"b", ASSAY_INPUT,
                    "of the same type [batch, inner, columns], or [batch, columns, inner] if "
                    "transposed"},
                   {"c", ASSAY_OUTPUT,
                    "of the same type [batch, rows, columns], as accurate as sums of half's and "
                    "float's products in float, and of double's in double, are in any order"}},
       .create = create});
}

}  // namespace gemm
