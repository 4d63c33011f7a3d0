// The instances of one problem on one machine as a table of competitors and inputs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/compare/comparison.hpp"

namespace assay {

// A fact or an argument in which the instances of a problem differ.
struct Feature {
  std::string name;
  std::string unit;
  bool numeric = true;                       // whether all values that exist are numbers
  std::vector<std::optional<Value>> values;  // one for each instance
  // The number of different values; an axis with more of them separates more instances.
  [[nodiscard]] std::size_t distinct() const;
};

// One line of a figure, one column of the matrix: a variant on a device, or one build of it if
// builds are compared. Imported results with the same names are a competitor of their own.
struct Competitor {
  std::string label;
  std::vector<const Entry*> entries;  // one for each instance; null if it did not run there
};

// The comparison of one problem; points into the Comparison from which it was made.
struct ProblemComparison {
  std::string label;  // the problem, with the machine if there are several
  const MachineComparison* machine = nullptr;
  std::vector<const InstanceComparison*> instances;
  std::vector<std::string> names;  // one for each instance: its label without the problem
  std::vector<Feature> features;   // the most suitable axes first
  std::vector<Competitor> competitors;
  std::string reference;  // label of the competitor that speed-ups refer to; "" if there is none
};

[[nodiscard]] std::vector<ProblemComparison> problems_of(const Comparison& comparison);

// The interpretation of an entry's interval of speed-up.
enum class Standing { reference, faster, slower, inconclusive, unrelated, failed, absent };
[[nodiscard]] Standing standing_of(const InstanceComparison& instance, const Entry* entry);

}  // namespace assay
