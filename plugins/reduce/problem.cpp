// reduce/array: its arguments, its numbers, and the expected sum or maximum.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "numbers/numbers.hpp"
#include "reduce/reduce.hpp"
#include "sums/sum.hpp"

namespace reduce {
namespace {

using namespace assay::sdk;

template <class Real>
struct Expected {
  Real value;
  double absolute;  // tolerances, as in assay_expectation
  double relative;
};

// The tolerance is that of sums::Sum. The value itself is rounded to Real where it is not exact.
template <class Real>
Expected<Real> sum_of(std::span<const Real> x) {
  sums::Sum<Real> sum;
  for (const Real number : x) sum.add(number);
  const double tolerance = sum.tolerance();
  if (std::isinf(tolerance)) {
    throw Error(ASSAY_INVALID,
                fmt::format("the magnitudes of the {} numbers add up to more than a {} holds, so "
                            "that the order of additions decides whether their sum is finite: "
                            "choose other values{}, or operation = \"maximum\"",
                            x.size(), sizeof(Real) == 4 ? "float" : "double",
                            sizeof(Real) == 4 ? ", precision = \"double\"" : ""));
  }
  return {static_cast<Real>(sum.value()), tolerance,
          tolerance > 0 ? double{std::numeric_limits<Real>::epsilon()} / 2 : 0.0};
}

// One of the numbers, or NaN: each order has the same result. Zeros of either sign are equal.
template <class Real>
Expected<Real> maximum_of(std::span<const Real> x) {
  Real maximum = -std::numeric_limits<Real>::infinity();
  for (const Real number : x) {
    if (std::isnan(number)) return {number, 0, 0};
    if (number > maximum) maximum = number;
  }
  return {maximum, 0, 0};
}

template <class Real>
class Array : public Instance {
 public:
  Array(std::vector<Real> x, bool is_maximum)
      : x_(std::move(x)),
        expected_(is_maximum ? maximum_of<Real>(x_) : sum_of<Real>(x_)),
        inputs_{dense_tensor("x", {static_cast<std::int64_t>(x_.size())}, x_.data())},
        outputs_{dense_tensor<Real>("result", {1}, nullptr)},
        expectations_{{{dense_tensor("result", {1}, &expected_.value), expected_.absolute,
                        expected_.relative}}} {}

  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override { return expectations_; }
  // Each number is read once, and combined with the others; a comparison counts as an operation.
  assay_work work() const override {
    const auto length = static_cast<double>(x_.size());
    return {.flops = length, .bytes = sizeof(Real) * (length + 1), .element = element_of<Real>};
  }

 private:
  std::vector<Real> x_;
  Expected<Real> expected_;
  std::array<assay_tensor, 1> inputs_;
  std::array<assay_tensor, 1> outputs_;
  std::array<assay_expectation, 1> expectations_;
};

std::unique_ptr<Instance> create(const Host& host, const Bindings& arguments) {
  constexpr std::int64_t longest = std::int64_t{1} << 36;
  const std::int64_t length = arguments.integer("length");
  if (length < 0 || length > longest) {
    throw Error(ASSAY_INVALID, fmt::format("length is {}, but must be from 0 to 2^36", length));
  }
  const numbers::Source source(host, arguments);
  const std::array shape{static_cast<std::size_t>(length)};
  const bool is_maximum = arguments.text("operation") == "maximum";
  return numbers::by_precision(arguments, [&]<class Real>() -> std::unique_ptr<Instance> {
    return std::make_unique<Array<Real>>(source.take<Real>(shape), is_maximum);
  });
}

std::vector<Argument> arguments() {
  return numbers::arguments(
      {{"length", "The number of numbers; there may be none.", 1 << 24, {}, between(0, 1 << 20)},
       {"operation",
        "sum: of nothing it is 0; maximum: NaN if any number is NaN (as `maximum` of IEEE "
        "754-2019), and of nothing minus infinity.",
        "sum",
        {"sum", "maximum"}}});
}

}  // namespace

void describe_problem(Plugin& plugin) {
  plugin.problem(
      {.name = "reduce/array",
       .doc = "Reduces an array to its sum or its maximum.",
       .arguments = arguments(),
       .tensors = {{"x", ASSAY_INPUT, "float or double [length]"},
                   {"result", ASSAY_OUTPUT,
                    "of the same type [1]; a sum is as accurate as 32 additions in a row "
                    "are in this type, or all of them in double"}},
       .create = create});
}

}  // namespace reduce
