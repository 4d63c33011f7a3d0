#include "framework/inference/false_discovery.hpp"

#include <algorithm>
#include <numeric>

#include "framework/core/error.hpp"

namespace assay::inference {

std::vector<double> benjamini_hochberg(std::span<const double> p_values) {
  const std::size_t count = p_values.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (p_values[i] >= 0 && p_values[i] <= 1) continue;
    throw internal_error("p-value {} of {} is {}: a probability must lie between 0 and 1", i + 1,
                         count, p_values[i]);
  }
  std::vector<std::size_t> descending(count);
  std::iota(descending.begin(), descending.end(), std::size_t{0});
  std::sort(descending.begin(), descending.end(),
            [&](std::size_t a, std::size_t b) { return p_values[a] > p_values[b]; });
  std::vector<double> adjusted(count);
  double least = 1;
  for (std::size_t k = 0; k < count; ++k) {
    // Exactly 1 for the largest p-value, which must not become smaller by rounding.
    const double factor = static_cast<double>(count) / static_cast<double>(count - k);
    least = std::min(least, p_values[descending[k]] * factor);
    adjusted[descending[k]] = least;
  }
  return adjusted;
}

}  // namespace assay::inference
