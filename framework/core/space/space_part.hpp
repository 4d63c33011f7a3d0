#pragma once

#include <map>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"

namespace assay {

// One of several sets of parameters that are searched as one space. A parameter of the joint space,
// the choice, says which part a configuration belongs to; only the parameters and constraints of
// that part count. Names in conditions and constraints are those of the part's own parameters and
// constants, whatever other parts call theirs.
struct SpacePart {
  std::string name;    // the value of the choice; another for each part
  std::string prefix;  // before the names of the part's parameters in the joint space
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
  std::map<std::string, Value> constants;
};

// The parameters of the joint space: the choice, called `choice`, then those of the parts in their
// order, each on the condition that its part is chosen. These conditions are written for people.
[[nodiscard]] std::vector<Parameter> joint_parameters(const std::string& choice,
                                                      const std::vector<SpacePart>& parts);

}  // namespace assay
