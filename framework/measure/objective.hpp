#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/core/expression/expression.hpp"
#include "framework/core/fact.hpp"
#include "framework/core/instance_record.hpp"
#include "framework/core/objective.hpp"
#include "framework/core/value.hpp"

namespace assay {

// An objective as it applies to the samples of one trial. The expression of an objective of one's
// own is evaluated for each sample, over these names; of equal names the first counts:
//
//   seconds, device_seconds   of the sample; a block of energy has means over its runs
//   joules                    of a run, where energy is measured
//   PHASE_seconds             of the phase PHASE: its device time, or its host time without any
//   facts of the instance, its arguments, facts of the trial, parameters of the configuration
class TrialObjective {
 public:
  // Only expressions look at the configuration, the instance and the facts; they are ignored for
  // objectives that assay defines itself.
  TrialObjective(Objective objective, const Bindings& configuration, const InstanceRecord& instance,
                 const std::vector<Fact>& facts);

  // The cost of a sample (see Objective). Throws usage Error for an unknown name, with the nearest
  // one, and for a value that is not a finite number above 0.
  [[nodiscard]] double of(const Sample& sample) const;
  // The costs of the samples that count (not warm-up, not retaken), in order.
  [[nodiscard]] std::vector<double> of(const std::vector<Sample>& samples) const;

 private:
  [[nodiscard]] double own_value(const Sample& sample) const;
  [[nodiscard]] const Value& value_of(const std::string& name, const Bindings& quantities) const;

  Objective objective_;
  std::vector<std::string> names_;  // that the expression reads, in the order of its slots
  std::optional<Expression> expression_;
  Bindings constants_;
};

}  // namespace assay
