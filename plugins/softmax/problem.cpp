// softmax/rows: its arguments, its numbers, and the expected result.
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "numbers/numbers.hpp"
#include "rows/matrix.hpp"
#include "softmax/softmax.hpp"

namespace softmax {
namespace {

using namespace assay::sdk;

// A type with so many more digits that errors of the reference do not count.
template <class Real>
using Wide = std::conditional_t<std::is_same_v<Real, float>, double, long double>;

// The definition, term by term.
template <class Real>
void expect_row(std::span<const Real> x, std::span<Real> y) {
  Wide<Real> greatest = -std::numeric_limits<Wide<Real>>::infinity();
  for (const Real number : x) greatest = std::fmax(greatest, Wide<Real>{number});
  Wide<Real> sum = 0;
  for (const Real number : x) sum += std::exp(number - greatest);
  for (std::size_t j = 0; j < x.size(); ++j) {
    y[j] = static_cast<Real>(std::exp(x[j] - greatest) / sum);
  }
}

// With u = epsilon / 2: the difference d of two numbers has a relative error of u, which is one of
// |d| u in exp(d), and d is at least the logarithm of the smallest normal number where the result
// is. The sum of n terms has an error of at most n u in any order of additions, and an online sum
// one of as much again by rescaling, if a rescaling, of 8 u, comes with 8 additions. What is left
// allows for an exponential with an error of 3 units in the last place (OpenCL C 1.2, table 7.4),
// twice, and for a division or a reciprocal. Results below the smallest normal number may be
// flushed to 0.
template <class Real>
assay_expectation expectation_of(const assay_tensor& reference, std::size_t columns) {
  using limits = std::numeric_limits<Real>;
  const double u = double{limits::epsilon()} / 2;
  const double units = 2 * static_cast<double>(columns) - std::log(double{limits::min()}) + 16;
  return {reference, double{limits::min()}, units * u};
}

template <class Real>
class Matrix : public Instance {
 public:
  Matrix(const rows::Extents& extents, const numbers::Source& source) : extents_(extents) {
    const std::size_t shape[] = {extents.rows, extents.columns};
    x_ = source.take<Real>(shape);
    inputs_ = {tensor("x", x_.data())};
    outputs_ = {tensor("y", nullptr)};
  }

  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override {
    if (!expectations_.empty()) return expectations_;
    expected_.resize(x_.size());
    for (std::size_t first = 0; first < x_.size(); first += extents_.columns) {
      expect_row(std::span<const Real>(x_).subspan(first, extents_.columns),
                 std::span(expected_).subspan(first, extents_.columns));
    }
    expectations_ = {expectation_of<Real>(tensor("y", expected_.data()), extents_.columns)};
    return expectations_;
  }
  // Each element is read once and written once: a difference, an exponential, an addition and a
  // division.
  assay_work work() const override {
    const auto elements = static_cast<double>(x_.size());
    return {
        .flops = 4 * elements, .bytes = 2.0 * sizeof(Real) * elements, .element = element_of<Real>};
  }

 private:
  assay_tensor tensor(const char* name, const Real* data) const {
    return dense_tensor(
        name,
        {static_cast<std::int64_t>(extents_.rows), static_cast<std::int64_t>(extents_.columns)},
        data);
  }

  rows::Extents extents_;
  std::vector<Real> x_;
  std::vector<Real> expected_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<assay_expectation> expectations_;
};

std::unique_ptr<Instance> create(const Host& host, const Bindings& arguments) {
  const rows::Extents extents(arguments);
  const numbers::Source source(host, arguments);
  return numbers::create_by_precision<Matrix>(arguments, extents, source);
}

}  // namespace

void describe_problem(Plugin& plugin) {
  auto arguments = rows::arguments(4096, 1024);
  plugin.problem(
      {.name = "softmax/rows",
       .doc = "The softmax of each row: y[i, j] = exp(x[i, j] - m) / sum_k exp(x[i, k] - m), where "
              "m is the maximum of the row. A row with a NaN or plus infinity, and one of minus "
              "infinities alone, is NaN throughout.",
       .arguments = numbers::arguments(std::move(arguments)),
       .tensors = {{"x", ASSAY_INPUT, "float or double [rows, columns]"},
                   {"y", ASSAY_OUTPUT, "of the same type and shape"}},
       .create = create});
}

}  // namespace softmax
