// The result of a variant in a recorded run: the configuration that was chosen and its times.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "framework/guard/cases.hpp"

namespace assay::guard {

// The times that a run recorded for one configuration: logarithms of seconds, one for each process.
struct ConfigurationRecord {
  Bindings configuration;
  std::vector<double> searched;   // in the search that preceded; empty if it was not searched
  std::vector<double> log_times;  // in order of the processes
};

struct RecordedResult {
  Bindings configuration;
  std::vector<double> log_times;   // of processes that had no part in choosing the configuration
  std::size_t configurations = 0;  // number of configurations among which it was chosen
};

// Chooses the best of several recorded configurations. The best one was partly lucky: its luck does
// not recur, so that unchanged code would look slower than its record. Hence one part of the record
// chooses and another determines the level: the search chooses if it measured all of the
// configurations; otherwise every other process does. The log times are empty if nothing is left
// for the level, that is, if each of several configurations was measured in a single process. If
// there is only one configuration, nothing was chosen and all of its times count. Requires at least
// one record, each with log times.
[[nodiscard]] RecordedResult choose_recorded(const std::vector<ConfigurationRecord>& records);

// The result of the most reliable stage: finals, else the measurements of a guard or a single run,
// else the search. Nothing if the run has no verified result of the case's variant, in any build,
// on its instance and device.
[[nodiscard]] std::optional<RecordedResult> recorded_result(Session& session, std::int64_t run,
                                                            const Case& one);

// All trials that a run has for the case's instance in the session's mode: verified, and with times
// above 0, which have a logarithm.
[[nodiscard]] std::vector<StoredTrial> recorded_trials(Session& session, std::int64_t run,
                                                       const Case& one);

}  // namespace assay::guard
