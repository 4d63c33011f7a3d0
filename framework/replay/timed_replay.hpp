#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "framework/replay/replay.hpp"

namespace assay {

struct TimedReplayOptions {
  std::size_t cores = 16;  // that compile for each device
  std::size_t devices = 1;
  double seconds = 100;  // of each search, on its own clock
  std::uint64_t seeds = 50;
  std::uint64_t trials = std::numeric_limits<std::uint64_t>::max();  // of each search, at most
  bool reproducible = false;  // results count in the order of their proposals
  unsigned threads = 0;       // of the replay itself; 0: one for each core
};

// The course of one search in time.
struct TimedSearch {
  struct Trial {
    std::size_t place;  // in the recorded space
    double end;         // seconds since the search began
  };
  std::vector<Trial> trials;  // in the order of their ends
  double seconds = 0;         // until the end of the search
  // Spent on trials that ended in time, by all cores and all devices together.
  double compile_seconds = 0;
  double measure_seconds = 0;
};

// Lets a strategy search a recorded space through the pipeline of a real search, on a clock on
// which compiling and measuring take as long as they did when they were recorded. The time that the
// strategy itself takes does not count, so that the result depends on the seeds only. Defaults are
// drawn as by replay(); throws what that throws.
[[nodiscard]] std::vector<TimedSearch> replay_in_time(const RecordedSpace& space,
                                                      const StrategyMaker& strategy,
                                                      const TimedReplayOptions& options);

}  // namespace assay
