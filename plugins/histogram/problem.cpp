// histogram/bins: its arguments, its numbers and bounds, and the expected counts.
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

#include "histogram/histogram.hpp"
#include "numbers/numbers.hpp"

namespace histogram {
namespace {

using namespace assay::sdk;

// A bin's number fits into the digits of a float, and a count into 32 bits.
constexpr std::int64_t most_bins = std::int64_t{1} << 20;
constexpr std::int64_t most_numbers = std::numeric_limits<std::uint32_t>::max();

template <class Real>
class Counting : public Instance {
 public:
  Counting(std::size_t length, std::size_t bins, std::array<Real, 2> bounds,
           const numbers::Source& source)
      : bounds_(bounds), x_(source.take<Real>(std::array{length})), expected_(bins) {
    inputs_ = {dense_tensor("x", {static_cast<std::int64_t>(length)}, x_.data()),
               dense_tensor("bounds", {2}, bounds_.data())};
    outputs_ = {counts(nullptr)};
  }

  std::span<const assay_tensor> inputs() const override { return inputs_; }
  std::span<const assay_tensor> outputs() const override { return outputs_; }

  std::span<const assay_expectation> reference() override {
    if (!expectations_.empty()) return expectations_;
    const auto [low, high] = bounds_;
    const auto bins = static_cast<Real>(expected_.size());
    const Real scale = bins / (high - low);
    for (const Real number : x_) {
      if (std::isnan(number) || number < low || number >= high) continue;
      const Real from_low = number - low;
      // The product of the largest numbers may be rounded up to the number of bins.
      const Real bin = std::min(std::floor(from_low * scale), bins - 1);
      ++expected_[static_cast<std::size_t>(bin)];
    }
    // Every operation is prescribed: not one number may be counted elsewhere.
    expectations_ = {{counts(expected_.data()), 0, 0}};
    return expectations_;
  }

  // Each number is read once, each count is written once. A bin takes a subtraction and a product.
  assay_work work() const override {
    const auto length = static_cast<double>(x_.size());
    return {.flops = 2 * length,
            .bytes = sizeof(Real) * length +
                     sizeof(std::uint32_t) * static_cast<double>(expected_.size()),
            .element = element_of<Real>};
  }

 private:
  [[nodiscard]] assay_tensor counts(const std::uint32_t* data) const {
    return dense_tensor("counts", {static_cast<std::int64_t>(expected_.size())}, data);
  }

  std::array<Real, 2> bounds_;
  std::vector<Real> x_;
  std::vector<std::uint32_t> expected_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  std::vector<assay_expectation> expectations_;
};

// Throws Error (ASSAY_INVALID) where the bins of [low, high), rounded to a Real, have no width that
// is an ordinary number.
template <class Real>
std::array<Real, 2> bounds_of(const Bindings& arguments, std::int64_t bins) {
  const std::array bounds{static_cast<Real>(arguments.real("low")),
                          static_cast<Real>(arguments.real("high"))};
  if (!(bounds[0] < bounds[1])) {
    throw Error(ASSAY_INVALID,
                "low is below high, also once both are rounded to the precision of the numbers");
  }
  const Real scale = static_cast<Real>(bins) / (bounds[1] - bounds[0]);
  if (!std::isnormal(bounds[1] - bounds[0]) || !std::isnormal(scale)) {
    throw Error(ASSAY_INVALID,
                "high - low and bins / (high - low) are neither infinite nor subnormal numbers: "
                "choose other bounds");
  }
  return bounds;
}

std::unique_ptr<Instance> create(const Host& host, const Bindings& arguments) {
  const std::int64_t length = arguments.integer("length");
  const std::int64_t bins = arguments.integer("bins");
  if (length < 0 || length > most_numbers) {
    throw Error(ASSAY_INVALID, "length is 0 to 2^32 - 1, which a count of 32 bits holds");
  }
  if (bins < 1 || bins > most_bins) throw Error(ASSAY_INVALID, "bins is 1 to 2^20");
  const numbers::Source source(host, arguments);
  return numbers::by_precision(arguments, [&]<class Real>() -> std::unique_ptr<Instance> {
    return std::make_unique<Counting<Real>>(static_cast<std::size_t>(length),
                                            static_cast<std::size_t>(bins),
                                            bounds_of<Real>(arguments, bins), source);
  });
}

std::vector<Argument> arguments_of_problem() {
  return numbers::arguments(
      {{"length", "How many numbers there are.", 1 << 24, {}, between(0, 1 << 21)},
       {"bins", "Equal parts of [low, high).", 256, {}, between(1, 1 << 14)},
       {"low", "The least number of the first bin.", -1.0},
       {"high", "The bound below which the numbers of the last bin are.", 1.0}});
}

}  // namespace

void describe_problem(Plugin& plugin) {
  plugin.problem(
      {.name = "histogram/bins",
       .doc =
           "Counts numbers in equal bins: x is in bin floor((x - low) * scale), but in the last "
           "one at most, if low <= x < high, and else in none, as is NaN. scale = bins / (high - "
           "low); each operation is rounded to the type of the numbers.",
       .arguments = arguments_of_problem(),
       .tensors = {{"x", ASSAY_INPUT, "float or double [length], the numbers"},
                   {"bounds", ASSAY_SETUP, "of the same type [2]: low and high"},
                   {"counts", ASSAY_OUTPUT, "unsigned integers of 32 bits [bins]"}},
       .create = create});
}

}  // namespace histogram
