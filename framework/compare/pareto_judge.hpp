#pragma once

#include <string>
#include <vector>

#include "framework/compare/quantity_names.hpp"
#include "framework/core/instance_record.hpp"
#include "framework/core/objective.hpp"
#include "framework/core/pareto.hpp"

namespace assay {

// A quantity that is unknown for a result.
struct ParetoGap {
  std::size_t number = 0;  // index of the axis; for a requirement, offset by the number of axes
  std::string text;        // what is missing, with its place and the cure
};

// Removes those of `gaps` whose number does not occur in `others`.
void keep_common(std::vector<ParetoGap>& gaps, const std::vector<ParetoGap>& others);

// The result measured by what a scenario counts in addition to its objective.
struct ParetoStanding {
  // The values as reported, one for each axis; NaN if unknown or not finite.
  std::vector<double> values;
  // The shortfall of each requirement: 0 if it holds, otherwise the distance between the two sides
  // of a comparison; 1 if the expression is no comparison or cannot be computed.
  std::vector<double> shortfalls;
  // Unknown names, and requirements that cannot be evaluated.
  std::vector<ParetoGap> gaps;

  [[nodiscard]] bool complete() const;  // every axis has a finite value
  [[nodiscard]] bool keeps() const;     // every requirement holds
};

// Judges results by a scenario's [pareto]. The constructor's arguments must outlive the object.
class ParetoJudge {
 public:
  ParetoJudge(const ParetoSpec& spec, const Beside& beside) : spec_(&spec), beside_(&beside) {}

  [[nodiscard]] const ParetoSpec& spec() const { return *spec_; }
  [[nodiscard]] ParetoStanding standing(const InstanceRecord& record, const Objective& objective,
                                        const MeasuredQuantities& measured) const;
  // The values of a complete standing, with signs such that less is better.
  [[nodiscard]] std::vector<double> costs(const ParetoStanding& standing) const;

 private:
  const ParetoSpec* spec_;
  const Beside* beside_;
};

// The requirements as one expression, "accuracy >= 0.9 and nodes < 1000"; "" without requirements.
[[nodiscard]] std::string requirements_text(const ParetoSpec& spec);

}  // namespace assay
