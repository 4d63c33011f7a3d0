// Which trials count, and from those of one entry to its best configuration.
#pragma once

#include <vector>

#include "framework/inference/location.hpp"
#include "framework/report/comparison.hpp"
#include "framework/report/quantity_names.hpp"

namespace assay {

// What "verified" means everywhere in a report: measured, checked, and within the tolerance, as is
// every other trial of the configuration that was checked (StoredTrial::wrong). Where there is no
// independent reference, agrees_with says so.
[[nodiscard]] bool is_verified(const StoredTrial& trial);

// What a report ranks: what is verified and, among themselves, measurements of others, which nobody
// here can verify. Their instances are theirs alone, so the two never meet.
[[nodiscard]] bool is_ranked(const StoredTrial& trial);

// Those of the best ranked configuration among an entry's trials: by the median over the processes
// of its finals; where there are no finals, by the best median of any other stage. None if none is
// ranked.
[[nodiscard]] std::vector<const StoredTrial*> best_trials(
    const std::vector<const StoredTrial*>& trials);

// What trials of one configuration say together, each of them a process. Nothing without samples.
[[nodiscard]] std::optional<Measurement> measurement_of(
    const Store& store, const std::vector<const StoredTrial*>& trials, const Objective& objective,
    double confidence);

// A location of logarithms as an interval of what they are of; unbounded where the location is.
[[nodiscard]] Interval long_run_interval(const inference::Location& logs, double median);

// That of best_trials.
[[nodiscard]] std::optional<Measurement> best_measurement(
    const Store& store, const std::vector<const StoredTrial*>& trials, const Objective& objective,
    double confidence);

// One configuration as it is known best: by all its finals, else by its last other trial.
struct MeasuredConfiguration {
  Bindings configuration;
  std::string stage;
  MeasuredQuantities measured;  // the facts are those of the last trial
};

// Each ranked configuration among an entry's trials once.
[[nodiscard]] std::vector<MeasuredConfiguration> measured_configurations(
    const Store& store, const std::vector<const StoredTrial*>& trials, const Objective& objective,
    double confidence);

// Absent without peaks of the precision, without work, or for a median of zero.
[[nodiscard]] std::optional<Floor> floor_of(const Work& work, const std::optional<Peaks>& peaks,
                                            double median);

}  // namespace assay
