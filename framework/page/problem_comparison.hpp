// The instances of one problem on one machine, as a table: what runs against what, on which inputs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/report/comparison.hpp"

namespace assay {

// A fact or an argument in which the instances of a problem differ.
struct Feature {
  std::string name;
  std::string unit;
  bool numeric = true;                       // all values that there are
  std::vector<std::optional<Value>> values;  // of each instance
  // How many different values; with more of them an axis tells more instances apart.
  [[nodiscard]] std::size_t distinct() const;
};

// One line of a figure, one column of the matrix: a variant on a device, and a build of it where
// builds are compared. What others recorded under the same names is another.
struct Competitor {
  std::string label;
  std::vector<const Entry*> entries;  // of each instance; null where it did not run
};

// Refers into the comparison that it is made of.
struct ProblemComparison {
  std::string label;  // the problem, with the machine where there are several
  const MachineComparison* machine = nullptr;
  std::vector<const InstanceComparison*> instances;
  std::vector<std::string> names;  // of the instances: their labels without the problem
  std::vector<Feature> features;   // what makes the better axis comes first
  std::vector<Competitor> competitors;
  std::string reference;  // label of the competitor that speed-ups refer to; "" without
};

[[nodiscard]] std::vector<ProblemComparison> problems_of(const Comparison& comparison);

// How an entry's interval of speed-up is to be read.
enum class Standing { reference, faster, slower, inconclusive, unrelated, failed, absent };
[[nodiscard]] Standing standing_of(const InstanceComparison& instance, const Entry* entry);

}  // namespace assay
