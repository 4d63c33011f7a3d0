#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "framework/replay/summary.hpp"
#include "framework/replay/timed_replay.hpp"

namespace assay {

// The progress of a strategy's searches at one moment, as means over the searches.
struct TimedFigures {
  double seconds = 0;  // since the search began
  double trials = 0;   // that had ended, failed ones included
  double optimum_over_best = 0;
  double standard_error = 0;  // of optimum_over_best
};

// The results of one strategy on one space.
struct TimedStrategySummary {
  std::string strategy;
  std::vector<TimedFigures> figures;  // one for each moment
  // Means over whole searches: the shares of the time in which a core compiled, and a device
  // measured, trials that ended; and the time of a search over the ideal time of these trials,
  // which is that of compiling, shared by the cores, plus that of measuring, shared by the devices.
  double cores_busy = 0;
  double devices_busy = 0;
  double over_ideal = 0;
};

struct TimedSpaceSummary {
  std::string name;
  std::vector<TimedStrategySummary> strategies;
};

struct TimedSummary {
  std::uint64_t seeds = 0;
  std::size_t cores = 0;
  std::size_t devices = 0;
  std::vector<TimedSpaceSummary> spaces;
};

// Replays strategies on spaces in time, and says what they had found at each of the moments, which
// are ascending; the last one ends the searches. Throws what replay_in_time() throws.
[[nodiscard]] TimedSummary summarise_in_time(const std::vector<RecordedSpace>& spaces,
                                             const std::vector<NamedStrategy>& strategies,
                                             const std::vector<double>& moments,
                                             TimedReplayOptions options);

// Writes a summary in one of the formats of writer_names() (framework/compare/writer.hpp). Throws
// usage Error for an unknown format.
void write_timed_replay(const TimedSummary& summary, const std::string& format, bool colour,
                        std::ostream& out);

}  // namespace assay
