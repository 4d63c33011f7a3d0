#pragma once

namespace assay::inference {

// P(Z <= z) of a standard normal Z, with full relative precision in the lower tail.
[[nodiscard]] double normal_probability(double z);

// The z with P(Z <= z) = probability; -infinity at 0, infinity at 1. Requires 0 <= probability
// <= 1.
[[nodiscard]] double normal_quantile(double probability);

}  // namespace assay::inference
