#include "framework/replay/replay.hpp"

#include <algorithm>
#include <atomic>
#include <ctime>
#include <exception>
#include <limits>
#include <random>
#include <thread>

#include "framework/core/error.hpp"

namespace assay {
namespace {

// Processor time of the calling thread, because other searches may occupy the cores.
double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The recorded space with the given configuration as its defaults.
SearchSpace space_with_defaults(const RecordedSpace& recorded, std::size_t configuration) {
  auto parameters = recorded.parameters;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const std::uint32_t index = recorded.configurations[configuration][k];
    parameters[k].default_value = parameters[k].values[index];
  }
  return SearchSpace::from_configurations(std::move(parameters), recorded.configurations);
}

// The position in the recorded space of each configuration of the search space.
std::vector<std::size_t> places(const RecordedSpace& recorded) {
  const SearchSpace space = space_with_defaults(recorded, 0);
  std::vector<std::size_t> result(recorded.configurations.size());
  for (std::size_t k = 0; k < result.size(); ++k) {
    const auto index = space.index_of(recorded.at(k));
    if (!index) throw internal_error("{} is not in its own space", to_string(recorded.at(k)));
    result[*index] = k;
  }
  return result;
}

class Replay {
 public:
  Replay(const RecordedSpace& recorded, const StrategyMaker& strategy, const ReplayOptions& options)
      : recorded_(recorded), strategy_(strategy), options_(options), places_(places(recorded)) {}

  std::vector<ReplayedSearch> run() {
    const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
    const std::uint64_t wanted = options_.threads != 0 ? options_.threads : cores;
    searches_.resize(options_.seeds);
    failures_.resize(options_.seeds);
    {
      std::vector<std::jthread> threads;
      for (std::uint64_t t = 0; t < std::min(wanted, options_.seeds); ++t) {
        threads.emplace_back([this] { work(); });
      }
    }
    for (const auto& failure : failures_) {
      if (failure) std::rethrow_exception(failure);
    }
    return std::move(searches_);
  }

 private:
  void work() {
    for (std::size_t k = next_++; k < searches_.size(); k = next_++) {
      try {
        searches_[k] = search(k + 1);
      } catch (...) {
        failures_[k] = std::current_exception();
      }
    }
  }

  [[nodiscard]] ReplayedSearch search(std::uint64_t seed) const {
    // A separate generator for the space, because strategies draw from the seed in their own ways.
    std::mt19937_64 generator(seed);
    const SearchSpace space = space_with_defaults(recorded_, generator() % places_.size());
    ReplayedSearch result;
    double before = thread_seconds();
    const auto strategy = strategy_(space, seed);
    result.setup_seconds = thread_seconds() - before;
    std::vector<bool> tried(places_.size());
    double taken = 0;  // seconds of the trials, as recorded
    while (result.trials.size() < options_.budget || taken < options_.seconds) {
      before = thread_seconds();
      const auto index = strategy->propose();
      result.exhausted = !index;
      if (!index) break;
      require_new(*index, tried);
      tried[*index] = true;
      result.trials.push_back(places_[*index]);
      const RecordedOutcome& outcome = recorded_.outcomes[places_[*index]];
      taken += outcome.trial_seconds();
      strategy->observe(*index, outcome.objective);
      const double cost = thread_seconds() - before;
      result.own_seconds += cost;
      result.slowest_seconds = std::max(result.slowest_seconds, cost);
    }
    return result;
  }

  void require_new(std::uint64_t index, const std::vector<bool>& tried) const {
    if (index >= tried.size()) {
      throw internal_error("{}: the strategy proposed configuration {} of {}", recorded_.name,
                           index, tried.size());
    }
    if (tried[index]) {
      throw internal_error("{}: the strategy proposed {} twice", recorded_.name,
                           to_string(recorded_.at(places_[index])));
    }
  }

  const RecordedSpace& recorded_;
  const StrategyMaker& strategy_;
  const ReplayOptions& options_;
  std::vector<std::size_t> places_;
  std::vector<ReplayedSearch> searches_;
  std::vector<std::exception_ptr> failures_;
  std::atomic<std::size_t> next_ = 0;
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
