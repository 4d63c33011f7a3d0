// A verdict in words.
#pragma once

#include <string>
#include <vector>

#include "framework/compare/comparison.hpp"

namespace assay {

// Sentences such as "a is 8.31x [8.12, 8.50] faster than b.", including whether the results only
// agree with a contender instead of an independent reference.
[[nodiscard]] std::vector<std::string> verdict_sentences(const InstanceComparison& instance);

}  // namespace assay
