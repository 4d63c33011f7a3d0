#include "framework/kernel_file/tolerances.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "framework/kernel_file/conversion.hpp"
#include "framework/kernel_file/element.hpp"

namespace assay {
namespace {

constexpr std::array less_than_double = {ASSAY_F32,     ASSAY_F16,     ASSAY_BF16,
                                         ASSAY_F8_E4M3, ASSAY_F8_E5M2, ASSAY_C64};

double absolute_of(const Tolerance& tolerance, double magnitude) {
  return tolerance.absolute * (tolerance.scaled ? magnitude : 1);
}

}  // namespace

double root_mean_square(assay_element element, std::span<const std::byte> bytes) {
  // Memory may hold bytes that are no boolean.
  const assay_element part = element == ASSAY_BOOL8 ? ASSAY_U8 : part_of(element);
  return visit_element(part, [&](auto sample) {
    using T = decltype(sample);
    const std::span values(reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T));
    double sum = 0;
    double count = 0;
    for (const T value : values) {
      const double x = number_of(value);
      if (!std::isfinite(x)) continue;
      sum += x * x;
      count += 1;
    }
    return count > 0 ? std::sqrt(sum / count) : 0.0;
  });
}

assay_expectation expectation_of(const assay_tensor& expected, bool compared,
                                 const Tolerance& tolerance, double magnitude) {
  if (!compared) return {expected, std::numeric_limits<double>::infinity(), 0};
  return {expected, absolute_of(tolerance, magnitude), tolerance.relative};
}

std::vector<assay_tolerance> type_tolerances_of(const ArrayDescription& array, std::uint32_t output,
                                                double magnitude) {
  std::vector<assay_tolerance> all;
  if (!array.compared || array.tolerance_of_all || is_whole(array.element)) return all;
  for (const assay_element type : less_than_double) {
    if (type == array.element || less_precise(array.element, type) != type) continue;
    // Complex numbers have their parts' tolerance.
    const auto given = std::ranges::find(array.type_tolerances, part_of(type),
                                         [](const auto& each) { return part_of(each.element); });
    const Tolerance tolerance =
        given == array.type_tolerances.end() ? usual_tolerance(type) : given->tolerance;
    all.push_back({output, type, absolute_of(tolerance, magnitude), tolerance.relative});
  }
  return all;
}

}  // namespace assay
