#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/store/recorded_space.hpp"
#include "framework/tune/strategy/strategy.hpp"

namespace assay {

using StrategyMaker =
    std::function<std::unique_ptr<Strategy>(const SearchSpace& space, std::uint64_t seed)>;

struct ReplayOptions {
  std::uint64_t budget = 200;  // unique trials of each search, failed ones included
  double seconds = 0;          // and on until the trials, as recorded, have taken this long
  std::uint64_t seeds = 50;    // searches, with the seeds 1, 2, ...
  unsigned threads = 0;        // 0: one for each core
};

// One search as it went.
struct ReplayedSearch {
  std::vector<std::size_t> trials;  // configurations by their place in the recorded space
  bool exhausted = false;           // the strategy had nothing to propose before the budget's end
  // The strategy's own cost, processor time of its thread: making it; propose and observe together,
  // in all and for the slowest trial.
  double setup_seconds = 0;
  double own_seconds = 0;
  double slowest_seconds = 0;
};

// Lets a strategy search a recorded space once for each seed; what came of a configuration is
// looked up instead of measured. The trials depend on the seed only, whatever the threads.
//
// A recorded space knows no defaults. So that a strategy that begins with them has no head start
// and no handicap, each search gets a configuration drawn uniformly as its defaults: then "random",
// which tries the defaults first, is exactly a uniform search without replacement.
//
// Throws whatever a strategy throws, and internal Error for one that proposes a configuration twice
// or none of the space.
[[nodiscard]] std::vector<ReplayedSearch> replay(const RecordedSpace& space,
                                                 const StrategyMaker& strategy,
                                                 const ReplayOptions& options);

// The best objective after each trial of a search: infinite as long as all have failed.
[[nodiscard]] std::vector<double> best_so_far(const RecordedSpace& space,
                                              const ReplayedSearch& search);

}  // namespace assay
