#pragma once

#include <cstdint>

#include "framework/scenario/scenario.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

inline constexpr std::int64_t most_instances = 10'000;  // of a scenario

// Reads every [[instance]] of a scenario whose kernels' problems have been read. Problems that the
// scenario defines need none, because they have defaults. Throws usage Error with file:line:column,
// also for more than 10,000 instances.
void read_instances(const TomlTable& top, Scenario& scenario);

}  // namespace assay
