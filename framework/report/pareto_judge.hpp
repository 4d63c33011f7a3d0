#pragma once

#include <string>
#include <vector>

#include "framework/core/pareto.hpp"
#include "framework/core/trial.hpp"
#include "framework/report/quantity_names.hpp"

namespace assay {

// What could not be known of a result.
struct ParetoGap {
  std::size_t number = 0;  // of the axis, or behind the axes that of the requirement
  std::string text;        // what is missing, with its place and the cure
};

// Those of `gaps` that `others` have as well.
void keep_common(std::vector<ParetoGap>& gaps, const std::vector<ParetoGap>& others);

// How a result stands to what a scenario counts beside its objective.
struct ParetoStanding {
  // The value on each axis as it is reported; not a number where it is not known or not finite.
  std::vector<double> values;
  // By how much each requirement is broken: 0 where it holds. The distance between the sides of a
  // comparison; 1 where the expression is none, or cannot be computed.
  std::vector<double> shortfalls;
  // Names that are not known, and requirements that cannot be told.
  std::vector<ParetoGap> gaps;

  [[nodiscard]] bool complete() const;  // every axis has a finite value
  [[nodiscard]] bool keeps() const;     // every requirement holds
};

// Judges results by a scenario's [pareto]. What it is made from must outlive it.
class ParetoJudge {
 public:
  ParetoJudge(const ParetoSpec& spec, const Beside& beside) : spec_(&spec), beside_(&beside) {}

  [[nodiscard]] const ParetoSpec& spec() const { return *spec_; }
  [[nodiscard]] ParetoStanding standing(const InstanceRecord& record, const Objective& objective,
                                        const MeasuredQuantities& measured) const;
  // The values of a complete standing, of which less is better.
  [[nodiscard]] std::vector<double> costs(const ParetoStanding& standing) const;

 private:
  const ParetoSpec* spec_;
  const Beside* beside_;
};

// "accuracy >= 0.9 and nodes < 1000": what has to be kept; "" without requirements.
[[nodiscard]] std::string requirements_text(const ParetoSpec& spec);

}  // namespace assay
