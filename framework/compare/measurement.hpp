// Selects the trials that count and condenses an entry's trials to its best configuration.
#pragma once

#include <vector>

#include "framework/compare/comparison.hpp"
#include "framework/compare/quantity_names.hpp"
#include "framework/inference/location.hpp"
#include "framework/measure/objective.hpp"

namespace assay {

// Whether a trial is "verified", which means the same in all reports: it was measured, checked and
// found within the tolerance, and so was every other checked trial of its configuration
// (StoredTrial::wrong). agrees_with says where there was no independent reference.
[[nodiscard]] bool is_verified(const StoredTrial& trial);

// Whether a report ranks a trial: it is verified, or another tool measured it. Nobody here can
// verify measurements of other tools, but these have instances of their own, so that the two kinds
// never meet.
[[nodiscard]] bool is_ranked(const StoredTrial& trial);

// The trials of the best ranked configuration of an entry: by the median over the processes of the
// finals or, without finals, by the smallest median in any other stage. Empty if no trial is
// ranked.
[[nodiscard]] std::vector<const StoredTrial*> best_trials(
    const std::vector<const StoredTrial*>& trials);

// The objective as it applies to the samples of a recorded trial.
[[nodiscard]] TrialObjective trial_objective(const Store& store, const StoredTrial& trial,
                                             const Objective& objective);

// The joint measurement of several trials of one configuration, each a process. Its values
// are costs (see Objective). Nothing without samples.
[[nodiscard]] std::optional<Measurement> measurement_of(
    const Store& store, const std::vector<const StoredTrial*>& trials, const Objective& objective,
    double confidence);

// An interval of values from a location of their logarithms; unbounded if the location is. It holds
// `median` even if rounding places the logarithms' bounds on one side of it, as it can where a
// clock's steps make all values equal.
[[nodiscard]] Interval long_run_interval(const inference::Location& logs, double median);

// The joint measurement of best_trials().
[[nodiscard]] std::optional<Measurement> best_measurement(
    const Store& store, const std::vector<const StoredTrial*>& trials, const Objective& objective,
    double confidence);

// One configuration with its best known measurement: all its finals, or else its last other trial.
struct MeasuredConfiguration {
  std::string stage;
  MeasuredQuantities measured;  // the facts are those of the last trial
};

// The measurement of each ranked configuration among an entry's trials.
[[nodiscard]] std::vector<MeasuredConfiguration> measured_configurations(
    const Store& store, const std::vector<const StoredTrial*>& trials, const Objective& objective,
    double confidence);

// The floor of the work. Absent without peaks of the precision, without work, or for a median of 0.
[[nodiscard]] std::optional<Floor> floor_of(const Work& work, const std::optional<Peaks>& peaks,
                                            double median);

}  // namespace assay
