// Reads what a scenario judges results by. Internal to the scenario.
#pragma once

#include "framework/core/objective.hpp"
#include "framework/scenario/scenario.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads `objective`: the name of one, or `{ maximise = EXPRESSION }`. In an expression, the name of
// a [[derived]] quantity stands for that quantity's own expression, so that the objective says all
// that it means. Throws usage Error with the place for anything else.
[[nodiscard]] Objective read_objective(const TomlTable& top);

// Checks the names in an objective of one's own, where kernels in files are all that a scenario
// measures. Names of plugins' facts are known only when a trial reports them. Throws usage Error.
void require_objective_names(const Scenario& scenario);

}  // namespace assay
