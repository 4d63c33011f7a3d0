#include "framework/judge/digits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "framework/judge/charge.hpp"
#include "framework/worker/tensor.hpp"

namespace assay::judge {
namespace {

template <class T>
double largest_of(const assay_tensor& tensor) {
  double largest = 0;
  for_each_run(tensor, [&](const std::byte* first, std::int64_t count, std::int64_t) {
    const auto* elements = reinterpret_cast<const T*>(first);
    for (const T element : std::span(elements, static_cast<std::size_t>(count))) {
      if (std::isfinite(element)) largest = std::max(largest, std::abs(double{element}));
    }
  });
  return largest;
}

double largest_input(const Arena& arena) {
  double largest = 0;
  for (const assay_tensor& input : arena.inputs()) {
    if (input.element == ASSAY_F32) largest = std::max(largest, largest_of<float>(input));
    if (input.element == ASSAY_F64) largest = std::max(largest, largest_of<double>(input));
  }
  return largest;
}

bool any_single(std::span<const assay_tensor> tensors) {
  return std::ranges::any_of(
      tensors, [](const assay_tensor& tensor) { return tensor.element == ASSAY_F32; });
}

double precision_of(const Arena& arena) {
  const bool single = any_single(arena.inputs()) || any_single(arena.outputs());
  return single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
}

}  // namespace

void require_digits(const Digits& passed, const Arena& arena) {
  if (!(passed.relative_error > 0.5)) return;  // true for NaN, too, which allows no statement
  const double noise = 64 * precision_of(arena) * largest_input(arena);
  if (passed.magnitude <= noise) return;
  charge(Charge::loose_tolerance,
         fmt::format("where at most {:.3g} is expected, it is off by {:.3g} times that, which the "
                     "tolerance allows: not one digit is right",
                     passed.magnitude, passed.relative_error));
}

void require_full_precision(const Digits& passed, const Arena& arena) {
  constexpr std::int64_t fewest = 16;
  if (passed.fine < fewest || 10 * passed.rounded <= 9 * passed.fine) return;
  charge(Charge::lower_precision,
         fmt::format("{} of {} numbers in its outputs have no more digits than {} holds, though "
                     "more are expected: it rounds its outputs",
                     passed.rounded, passed.fine,
                     any_single(arena.outputs()) ? "a precision of 11 bits" : "float"));
}

}  // namespace assay::judge
