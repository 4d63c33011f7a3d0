#include "framework/replay/timed_summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay {
namespace {

double optimum_of(const RecordedSpace& space) {
  double optimum = std::numeric_limits<double>::infinity();
  for (const auto& outcome : space.outcomes)
    optimum = std::min(optimum, outcome.objective.value_or(optimum));
  return optimum;
}

TimedFigures figures_at(double moment, const RecordedSpace& space,
                        const std::vector<TimedSearch>& searches) {
  const double optimum = optimum_of(space);
  const auto count = static_cast<double>(searches.size());
  TimedFigures figures;
  figures.seconds = moment;
  std::vector<double> shares;
  for (const auto& search : searches) {
    double best = std::numeric_limits<double>::infinity();
    for (const auto& trial : search.trials) {
      if (trial.end > moment) break;
      best = std::min(best, space.outcomes[trial.place].objective.value_or(best));
      figures.trials += 1 / count;
    }
    shares.push_back(optimum / best);  // 0 for infinity
    figures.optimum_over_best += shares.back() / count;
  }
  double squares = 0;
  for (const double share : shares) squares += std::pow(share - figures.optimum_over_best, 2);
  if (shares.size() > 1) figures.standard_error = std::sqrt(squares / (count - 1) / count);
  return figures;
}

void add_use(TimedStrategySummary& summary, const std::vector<TimedSearch>& searches,
             const TimedReplayOptions& options) {
  const auto devices = static_cast<double>(options.devices);
  const double cores = devices * static_cast<double>(options.cores);
  for (const auto& search : searches) {
    const double share = 1 / static_cast<double>(searches.size());
    const double compiling = search.compile_seconds / cores;
    const double measuring = search.measure_seconds / devices;
    if (search.seconds == 0 || compiling + measuring == 0) continue;
    summary.cores_busy += share * compiling / search.seconds;
    summary.devices_busy += share * measuring / search.seconds;
    summary.over_ideal += share * search.seconds / (compiling + measuring);
  }
}

}  // namespace

TimedSummary summarise_in_time(const std::vector<RecordedSpace>& spaces,
                               const std::vector<NamedStrategy>& strategies,
                               const std::vector<double>& moments, TimedReplayOptions options) {
  options.seconds = moments.back();
  TimedSummary summary{options.seeds, options.cores, options.devices, {}};
  for (const auto& space : spaces) {
    TimedSpaceSummary& of_space = summary.spaces.emplace_back();
    of_space.name = space.name;
    for (const auto& strategy : strategies) {
      const auto searches = replay_in_time(space, strategy.make, options);
      TimedStrategySummary& of_strategy = of_space.strategies.emplace_back();
      of_strategy.strategy = strategy.name;
      for (const double moment : moments) {
        of_strategy.figures.push_back(figures_at(moment, space, searches));
      }
      add_use(of_strategy, searches, options);
    }
  }
  return summary;
}

}  // namespace assay
