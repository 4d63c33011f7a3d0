#pragma once

#include "framework/core/catalog.hpp"
#include "framework/scenario/scenario.hpp"

namespace assay::command {

// Prints what tuning a scenario on a machine with this catalog would measure: notes, and for each
// instance and variant the number of valid configurations. Throws what make_plan() and foresee()
// throw.
void print_plan(const Scenario& scenario, const Catalog& catalog);

}  // namespace assay::command
