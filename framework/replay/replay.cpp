#include "framework/replay/replay.hpp"

#include <algorithm>
#include <ctime>
#include <limits>

#include "framework/replay/replayed_space.hpp"

namespace assay {
namespace {

// Processor time of the calling thread, because other searches may occupy the cores.
double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

class Replay {
 public:
  Replay(const RecordedSpace& recorded, const StrategyMaker& strategy, const ReplayOptions& options)
      : space_(recorded), strategy_(strategy), options_(options) {}

  [[nodiscard]] std::vector<ReplayedSearch> run() const {
    std::vector<ReplayedSearch> searches(options_.seeds);
    for_each_seed(options_.seeds, options_.threads,
                  [&](std::uint64_t seed) { searches[seed - 1] = search(seed); });
    return searches;
  }

 private:
  [[nodiscard]] ReplayedSearch search(std::uint64_t seed) const {
    const SearchSpace space = space_.with_drawn_defaults(seed);
    ReplayedSearch result;
    double before = thread_seconds();
    const auto strategy = strategy_(space, seed);
    result.setup_seconds = thread_seconds() - before;
    std::vector<bool> tried(space_.size());
    double taken = 0;  // seconds of the trials, as recorded
    while (result.trials.size() < options_.budget || taken < options_.seconds) {
      before = thread_seconds();
      const auto index = strategy->propose();
      result.exhausted = !index;
      if (!index) break;
      space_.require_new(*index, tried);
      tried[*index] = true;
      result.trials.push_back(space_.place(*index));
      const RecordedOutcome& outcome = space_.outcome(*index);
      taken += outcome.trial_seconds();
      strategy->observe(*index, outcome.objective);
      const double cost = thread_seconds() - before;
      result.own_seconds += cost;
      result.slowest_seconds = std::max(result.slowest_seconds, cost);
    }
    return result;
  }

  ReplayedSpace space_;
  const StrategyMaker& strategy_;
  const ReplayOptions& options_;
};

}  // namespace

std::vector<ReplayedSearch> replay(const RecordedSpace& space, const StrategyMaker& strategy,
                                   const ReplayOptions& options) {
  return Replay(space, strategy, options).run();
}

std::vector<double> best_so_far(const RecordedSpace& space, const ReplayedSearch& search) {
  std::vector<double> curve;
  double best = std::numeric_limits<double>::infinity();
  for (const std::size_t trial : search.trials) {
    best = std::min(best, space.outcomes[trial].objective.value_or(best));
    curve.push_back(best);
  }
  return curve;
}

}  // namespace assay
