#pragma once

#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/scenario/scenario.hpp"

namespace assay {

// A variant on a device with the space that the scenario leaves it.
struct Contender {
  VariantDescription variant;
  DeviceDescription device;
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
};

// One instance and who competes on it.
struct Contest {
  std::string problem;
  Bindings arguments;  // every argument of the problem, defaults filled in, in declared order
  std::vector<Contender> contenders;
};

struct Plan {
  std::vector<Contest> contests;
  // A line each: what the scenario says in words of earlier versions, what was left out and why.
  std::vector<std::string> notes;
  std::vector<std::string> left_out;  // those of the notes that say why somebody does not compete
};

// Joins a scenario with what plugins and machine offer. Throws usage Error naming the nearest right
// name for an unknown problem, argument, variant or parameter, and for a value that is none of the
// declared ones; environment Error for a device that is named but not there, or that cannot serve
// the objective. Left out with a note are a variant whose backend has no device on this machine,
// and an optional one that no plugin brings.
[[nodiscard]] Plan make_plan(const Scenario& scenario, const Catalog& catalog);

// For who measures a plan: throws environment Error where nobody competes anywhere, which says what
// was left out and why.
void require_contenders(const Plan& plan);

}  // namespace assay
