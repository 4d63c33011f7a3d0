// scan/array: its arguments, its numbers, and the prefix sums that are expected.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "assay/expected_elements.hpp"
#include "numbers/numbers.hpp"
#include "scan/scan.hpp"
#include "sums/sum.hpp"

namespace scan {
namespace {

using namespace assay::sdk;

constexpr std::size_t length_of_block = std::size_t{1} << 16;

// The sums of all numbers before each block.
template <class Real>
std::vector<sums::Sum<Real>> sums_before_blocks(std::span<const Real> x) {
  std::vector<sums::Sum<Real>> all(quotient_up(x.size(), length_of_block));
#pragma omp parallel for schedule(static)
  for (std::size_t block = 0; block < all.size(); ++block) {
    const std::size_t begin = block * length_of_block;
    const std::size_t end = std::min(begin + length_of_block, x.size());
    for (std::size_t k = begin; k < end; ++k) all[block].add(x[k]);
  }
  sums::Sum<Real> before;
  for (sums::Sum<Real>& sum : all) {
    const sums::Sum<Real> of_block = std::exchange(sum, before);
    before.add(of_block);
  }
  return all;
}

// The sum of x[0] to x[k] for each k, within the tolerance of that sum: by a tolerance for the
// whole array, small sums at its beginning would pass without a right digit. Where the order of
// additions decides whether a sum overflows, it is not compared.
template <class Real>
ExpectedElements<Real> prefix_sums(std::span<const Real> x) {
  ExpectedElements<Real> expected(x.size());
  const std::vector<sums::Sum<Real>> before = sums_before_blocks(x);
#pragma omp parallel for schedule(static)
  for (std::size_t block = 0; block < before.size(); ++block) {
    sums::Sum<Real> sum = before[block];
    const std::size_t begin = block * length_of_block;
    const std::size_t end = std::min(begin + length_of_block, x.size());
    for (std::size_t k = begin; k < end; ++k) {
      sum.add(x[k]);
      expected.set(k, sum.value(), sum.tolerance());
    }
  }
  return expected;
}

template <class Real>
class Array final : public Instance {
 public:
  explicit Array(std::vector<Real> x)
      : x_(std::move(x)),
        length_(static_cast<std::int64_t>(x_.size())),
        inputs_{dense_tensor("x", {length_}, x_.data())},
        outputs_{dense_tensor<Real>("y", {length_}, nullptr)} {}

  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  std::span<const assay_expectation> reference() override {
    if (expectations_.empty()) {
      expected_ = prefix_sums<Real>(x_);
      expectations_ = {{dense_tensor("y", {length_}, expected_.numbers()), 0, 0}};
      tolerances_ = {dense_tensor("tolerances of y", {length_}, expected_.tolerances())};
    }
    return expectations_;
  }
  std::span<const assay_tensor> element_tolerances() override { return tolerances_; }
  // Each number is read once, added, and written once.
  assay_work work() const override {
    const auto length = static_cast<double>(x_.size());
    return {.flops = length, .bytes = 2 * sizeof(Real) * length, .element = element_of<Real>};
  }

 private:
  std::vector<Real> x_;
  std::int64_t length_;
  std::array<assay_tensor, 1> inputs_;
  std::array<assay_tensor, 1> outputs_;
  ExpectedElements<Real> expected_;
  std::vector<assay_expectation> expectations_;
  std::vector<assay_tensor> tolerances_;
};

std::unique_ptr<Instance> create(const Host& host, const Bindings& arguments) {
  constexpr std::int64_t longest = std::int64_t{1} << 32;
  const std::int64_t length = arguments.integer("length");
  if (length < 0 || length > longest) {
    throw Error(ASSAY_INVALID, fmt::format("length is {}, but must be from 0 to 2^32", length));
  }
  const numbers::Source source(host, arguments);
  const std::array shape{static_cast<std::size_t>(length)};
  return numbers::by_precision(arguments, [&]<class Real>() -> std::unique_ptr<Instance> {
    return std::make_unique<Array<Real>>(source.take<Real>(shape));
  });
}

std::vector<Argument> arguments() {
  return numbers::arguments(
      {{"length", "The number of numbers; there may be none.", 1 << 24, {}, between(0, 1 << 20)}});
}

}  // namespace

void describe_problem(Plugin& plugin) {
  plugin.problem(
      {.name = "scan/array",
       .doc = "Inclusive prefix sums: y[k] = x[0] + ... + x[k], in any order of additions.",
       .arguments = arguments(),
       .tensors =
           {{"x", ASSAY_INPUT, "float or double [length]"},
            {"y", ASSAY_OUTPUT,
             "of the same type [length], each as accurate as 32 additions in a row are in this "
             "type, or all of them in double; not compared where a sum of magnitudes overflows, "
             "since the order of additions decides there"}},
       .create = create});
}

}  // namespace scan
