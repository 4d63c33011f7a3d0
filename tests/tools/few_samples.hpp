// The tables that tests add to a scenario whose timings do not matter.
#pragma once

#include <string>

namespace assay::test {

inline const std::string few_samples = R"(
[tune]
strategy = "exhaustive"
[sampling]
min_samples = 7
max_samples = 12
max_seconds = 0.05
[finals]
configurations = 1
rounds = 1
)";

}  // namespace assay::test
