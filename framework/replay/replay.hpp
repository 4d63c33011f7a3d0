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
  std::uint64_t budget = 200;  // distinct trials of each search, failed ones included
  double seconds = 0;  // the search goes on until its trials, as recorded, have taken this long
  std::uint64_t seeds = 50;  // number of searches, with the seeds 1, 2, ...
  unsigned threads = 0;      // 0: one for each core
};

// The course of one search.
struct ReplayedSearch {
  std::vector<std::size_t> trials;  // configurations by their position in the recorded space
  bool exhausted = false;           // the strategy ran out of proposals before the budget ended
  // The strategy's own cost, in processor seconds of its thread: creating it; propose and observe
  // in total; propose and observe for the slowest trial.
  double setup_seconds = 0;
  double own_seconds = 0;
  double slowest_seconds = 0;
};

// Lets a strategy search a recorded space once for each seed; results of configurations are looked
// up instead of measured. The trials depend only on the seed, not on the number of threads.
//
// A recorded space has no defaults. So that a strategy that begins with the defaults has neither a
// head start nor a handicap, the defaults of each search are a uniformly drawn configuration: thus
// "random", which tries the defaults first, is exactly a uniform search without replacement.
//
// Throws the errors of the strategy, and internal Error for a strategy that proposes a
// configuration twice or one outside the space.
[[nodiscard]] std::vector<ReplayedSearch> replay(const RecordedSpace& space,
                                                 const StrategyMaker& strategy,
                                                 const ReplayOptions& options);

// The best objective after each trial of a search; infinite as long as all trials have failed.
[[nodiscard]] std::vector<double> best_so_far(const RecordedSpace& space,
                                              const ReplayedSearch& search);

}  // namespace assay
