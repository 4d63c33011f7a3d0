// What a verdict says, in words.
#pragma once

#include <string>
#include <vector>

#include "framework/report/comparison.hpp"

namespace assay {

// "a is 8.31x [8.12, 8.50] faster than b." and what else the verdict says, also that the results
// only agree with a contender where that is so.
[[nodiscard]] std::vector<std::string> verdict_sentences(const InstanceComparison& instance);

}  // namespace assay
