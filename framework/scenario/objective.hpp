// Reads what a scenario judges results by. Internal to the scenario.
#pragma once

#include "framework/core/objective.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads `objective`: the name of one, or `{ maximise = EXPRESSION }`. In an expression, the name of
// a [[derived]] quantity stands for that quantity's own expression, so that the objective says all
// that it means. Throws usage Error with the place for anything else.
[[nodiscard]] Objective read_objective(const TomlTable& top);

}  // namespace assay
