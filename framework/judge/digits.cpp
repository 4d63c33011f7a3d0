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

double precision_of(const Arena& arena) {
  const auto is_single = [](const assay_tensor& tensor) { return tensor.element == ASSAY_F32; };
  const bool single = std::ranges::any_of(arena.inputs(), is_single) ||
                      std::ranges::any_of(arena.outputs(), is_single);
  return single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
}

}  // namespace

void require_digits(const Verification& passed, const Arena& arena) {
  if (!(passed.relative_error > 0.5)) return;  // NaN as well: there is nothing to be said
  const double noise = 64 * precision_of(arena) * largest_input(arena);
  if (passed.magnitude <= noise) return;
  charge(Charge::loose_tolerance,
         fmt::format("where at most {:.3g} is expected it is off by {:.3g} of that, which the "
                     "tolerance lets pass: no digit is right",
                     passed.magnitude, passed.relative_error));
}

}  // namespace assay::judge
