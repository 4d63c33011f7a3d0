// What a scenario counts beside its objective: [pareto]. The names are those of facts, arguments
// and derived quantities; nothing here gives them a meaning.
#pragma once

#include <string>
#include <vector>

#include "framework/core/published.hpp"

namespace assay {

// A quantity that counts beside the objective.
struct ParetoAxis {
  std::string name;
  bool higher = false;  // is better; else lower is
  std::string place;    // file:line:column, for messages
};

// What a result must keep to count at all.
struct ParetoRequirement {
  std::string text;  // an expression, over what the axes may be, and `seconds`
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
  std::vector<InstancePattern> instances;  // to which this applies
  std::string place;

  [[nodiscard]] bool empty() const { return axes.empty() && requirements.empty(); }
};

}  // namespace assay
