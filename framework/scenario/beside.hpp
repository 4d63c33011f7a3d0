// Reads what a scenario shows alongside its results: [[derived]] and [[published]]. Internal to the
// scenario.
#pragma once

#include "framework/scenario/scenario.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads both lists. `instances` are the scenario's: figures and quantities apply to no other
// instances. Throws usage Error as read_scenario does, also for a figure that fits no instance and
// for a value of a quantity that is not derived.
[[nodiscard]] Beside read_beside(const TomlTable& top,
                                 const std::vector<InstancePattern>& instances);

}  // namespace assay
