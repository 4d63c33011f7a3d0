#pragma once

#include <vector>

#include "framework/core/objective.hpp"

namespace assay {

// The objective of every sample that counts (not warm-up, not retaken), in order.
[[nodiscard]] std::vector<double> objective_values(const std::vector<Sample>& samples,
                                                   const Objective& objective);

}  // namespace assay
