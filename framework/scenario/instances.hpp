#pragma once

#include "framework/scenario/scenario.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads every [[instance]] of a scenario whose kernels' problems have been read. Problems that the
// scenario defines need none, because they have defaults. Throws usage Error with file:line:column,
// also for more than 10,000 instances.
void read_instances(const TomlTable& top, Scenario& scenario);

}  // namespace assay
