// Reads [pareto]: what a scenario counts besides its objective. Internal to the scenario.
#pragma once

#include "framework/scenario/scenario.hpp"
#include "framework/scenario/toml_table.hpp"

namespace assay {

// Reads `pareto` of a scenario whose objective, instances and derived quantities have been read.
// Throws usage Error as read_scenario does, also for a name that is given twice or is the
// objective's own, and for a requirement that is no expression.
[[nodiscard]] ParetoSpec read_pareto(const TomlTable& top, const Scenario& scenario);

}  // namespace assay
