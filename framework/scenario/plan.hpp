#pragma once

#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/scenario/scenario.hpp"

namespace assay {

// A variant on a device, with the space that the scenario leaves it.
struct Contender {
  VariantDescription variant;
  DeviceDescription device;
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
};

// Whether trials of the contender are compiled, which other processes than the one that measures
// can do.
[[nodiscard]] inline bool is_compiled(const Contender& contender) {
  return contender.variant.backend != "cpu" || contender.variant.compiles;
}

// One instance and the contenders on it.
struct Contest {
  std::string problem;
  Bindings arguments;  // every argument of the problem, defaults filled in, in declared order
  std::vector<Contender> contenders;
};

struct Plan {
  std::vector<Contest> contests;
  // A line each: keys that the scenario gives under older names, and what was left out and why.
  std::vector<std::string> notes;
  std::vector<std::string> left_out;  // the notes that say why somebody does not compete
};

// Joins a scenario with what plugins and machine offer. Throws usage Error, suggesting the nearest
// name, for an unknown problem, argument, variant or parameter, and for a value that is not
// declared; environment Error for a device that is named but absent, or that cannot serve the
// objective. A variant whose backend has no device on this machine, and an optional variant that no
// plugin provides, are left out with a note.
[[nodiscard]] Plan make_plan(const Scenario& scenario, const Catalog& catalog);

// Called before measuring a plan: throws environment Error, saying what was left out and why, if
// there is no contender on any instance.
void require_contenders(const Plan& plan);

}  // namespace assay
