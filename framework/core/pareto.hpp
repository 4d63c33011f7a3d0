// The [pareto] section of a scenario: what counts alongside its objective. The names are those of
// facts, arguments and derived quantities; the framework gives them no meaning.
#pragma once

#include <string>
#include <vector>

#include "framework/core/published.hpp"

namespace assay {

// A quantity that counts alongside the objective.
struct ParetoAxis {
  std::string name;
  bool higher = false;  // higher is better; else lower is
  std::string place;    // file:line:column, for messages
};

// A condition that a result must meet to count at all.
struct ParetoRequirement {
  std::string text;  // expression over the names that axes may have, and `seconds`
  std::string place;
};

// An argument in which the instances of a group may differ.
struct ParetoArgument {
  std::string name;
  std::string place;
};

struct ParetoSpec {
  std::vector<ParetoAxis> axes;
  std::vector<ParetoRequirement> requirements;
  std::vector<ParetoArgument> across;      // instances that differ in these alone share a front
  std::vector<InstancePattern> instances;  // those to which the section applies
  std::string place;

  [[nodiscard]] bool empty() const { return axes.empty() && requirements.empty(); }
};

}  // namespace assay
