// What a recorded run says of a variant: the configuration that it chose, and how long that takes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "framework/guard/cases.hpp"

namespace assay::guard {

// What a run recorded of one configuration; logarithms of seconds, one of each process.
struct ConfigurationRecord {
  Bindings configuration;
  std::vector<double> searched;   // in the search, before what follows; empty where it was not
  std::vector<double> log_times;  // in order of the processes
};

struct RecordedResult {
  Bindings configuration;
  std::vector<double> log_times;   // of processes that had no say in the choice of it
  std::size_t configurations = 0;  // it was chosen from so many
};

// The best of several recorded configurations was, for a part, only lucky: what made it the best
// does not come again, and unchanged code looks slower than its record. So one part of the record
// chooses and another tells the level: the search chooses where it has met all of the
// configurations, else every other process does. There are no log times where nothing is left for
// the level, that is, where several configurations were met in one process each. Where there is one
// configuration, nothing was chosen, and all of it counts. Requires one record or more, each with
// log times.
[[nodiscard]] RecordedResult choose_recorded(const std::vector<ConfigurationRecord>& records);

// The result of the stage that stands highest: finals, else what a guard or a single run measured,
// else the search. Nothing if the run has no verified result of the case's variant, of whatever
// build, on its instance and device.
[[nodiscard]] std::optional<RecordedResult> recorded_result(Session& session, std::int64_t run,
                                                            const Case& one);

// All that a run has of the case's instance, in the mode of the session: verified, and of times
// that have a logarithm.
[[nodiscard]] std::vector<StoredTrial> recorded_trials(Session& session, std::int64_t run,
                                                       const Case& one);

}  // namespace assay::guard
