// scan/array: its arguments, its numbers, and the check of prefix sums.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "numbers/numbers.hpp"
#include "scan/scan.hpp"
#include "sums/sum.hpp"

namespace scan {
namespace {

using namespace assay::sdk;

// The distance of a result from a sum in units of its tolerance; 0 where the order of additions
// decides whether the sum overflows.
template <class Real>
double deviation(Real result, const sums::Sum<Real>& sum) {
  const double right = sum.value();
  if (double{result} == right) return 0;
  const double tolerance = sum.tolerance();
  if (std::isinf(tolerance)) return 0;
  if (std::isnan(right) && std::isnan(result)) return 0;
  const double distance = std::abs(double{result} - right);
  if (std::isfinite(distance) && tolerance > 0) return distance / tolerance;
  return std::numeric_limits<double>::infinity();
}

// Compares each y[k] with the sum of x[0] to x[k], within the tolerance of that sum: by a tolerance
// for the whole array, small sums at its beginning would pass without a right digit. The sums are
// computed anew for each check, by threads that each take some of the blocks. Borrows x.
template <class Real>
class SumsCheck final : public Check {
 public:
  explicit SumsCheck(std::span<const Real> x) : x_(x) {}

  Finding check(std::span<const assay_tensor> outputs) override {
    const auto y = elements<const Real>(find_tensor(outputs, "y"));
    const std::vector<Sum> before = sums_before_blocks();
    std::vector<Finding> findings(before.size());
#pragma omp parallel for schedule(static)
    for (std::size_t block = 0; block < before.size(); ++block) {
      findings[block] = check_block(block, before[block], y);
    }
    double worst = 0;
    for (const Finding& finding : findings) {
      if (finding.error > 1) return finding;
      worst = std::max(worst, finding.error);
    }
    return {worst};
  }

 private:
  using Sum = sums::Sum<Real>;
  static constexpr std::size_t length_of_block = std::size_t{1} << 16;

  [[nodiscard]] std::size_t begin_of(std::size_t block) const {
    return std::min(block * length_of_block, x_.size());
  }

  [[nodiscard]] std::vector<Sum> sums_before_blocks() const {
    std::vector<Sum> sums(quotient_up(x_.size(), length_of_block));
#pragma omp parallel for schedule(static)
    for (std::size_t block = 0; block < sums.size(); ++block) {
      for (std::size_t k = begin_of(block); k < begin_of(block + 1); ++k) sums[block].add(x_[k]);
    }
    Sum before;
    for (Sum& sum : sums) {
      const Sum of_block = std::exchange(sum, before);
      before.add(of_block);
    }
    return sums;
  }

  // The first sum of the block that is wrong, or the largest error of those that are right.
  [[nodiscard]] Finding check_block(std::size_t block, Sum sum, std::span<const Real> y) const {
    double worst = 0;
    for (std::size_t k = begin_of(block); k < begin_of(block + 1); ++k) {
      sum.add(x_[k]);
      const double error = deviation(y[k], sum);
      if (error > 1) return {error, describe(k, y[k], sum)};
      worst = std::max(worst, error);
    }
    return {worst};
  }

  static std::string describe(std::size_t k, Real result, const Sum& sum) {
    return fmt::format(
        "output 'y' at [{}]: got {}, but x[0] to x[{}] add up to {}, give or take {:.3g}", k,
        result, k, sum.value(), sum.tolerance());
  }

  std::span<const Real> x_;
};

template <class Real>
class Array final : public Instance {
 public:
  explicit Array(std::vector<Real> x)
      : x_(std::move(x)),
        inputs_{dense_tensor("x", {static_cast<std::int64_t>(x_.size())}, x_.data())},
        outputs_{dense_tensor<Real>("y", {static_cast<std::int64_t>(x_.size())}, nullptr)} {}

  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }
  Finding check(std::span<const assay_tensor> outputs) override {
    return SumsCheck<Real>(x_).check(outputs);
  }
  // Each number is read once, added, and written once.
  assay_work work() const override {
    const auto length = static_cast<double>(x_.size());
    return {.flops = length, .bytes = 2 * sizeof(Real) * length, .element = element_of<Real>};
  }

 private:
  std::vector<Real> x_;
  std::array<assay_tensor, 1> inputs_;
  std::array<assay_tensor, 1> outputs_;
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

std::unique_ptr<Check> restore(const Host& /*host*/, const Bindings& /*arguments*/,
                               const SavedCheck& saved) {
  const assay_tensor& x = find_tensor(saved.inputs, "x");
  return by_precision(x, [&]<class Real>() -> std::unique_ptr<Check> {
    return std::make_unique<SumsCheck<Real>>(elements<const Real>(x));
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
       .create = create,
       .checks = true,
       .restore_check = restore});
}

}  // namespace scan
