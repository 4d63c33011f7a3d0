// What one dispatcher is made for: the instances of one problem and who competes on them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "framework/dispatch/cost_matrix.hpp"
#include "framework/scenario/plan.hpp"

namespace assay::dispatch {

struct Subject {
  std::string problem;
  std::vector<Contest> seen;      // instances to learn from
  std::vector<Contest> held_out;  // instances to be tried on; may be empty
  std::vector<Feature> features;  // the arguments that differ between instances
};

// The subject of a scenario's plans. Throws usage Error if the contests of `seen` are of several
// problems, and if they differ in no argument. Requires a contest in `seen`.
[[nodiscard]] Subject subject_of(std::vector<Contest> seen, std::vector<Contest> held_out);

// The contender that a pair is a configuration of, or nullptr if it does not compete.
[[nodiscard]] const Contender* contender_of(const Contest& contest, const Pair& pair);

// A text that is equal exactly for equal pairs.
[[nodiscard]] std::string key_of(const Pair& pair);

}  // namespace assay::dispatch
