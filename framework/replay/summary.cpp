#include "framework/replay/summary.hpp"

#include <algorithm>
#include <cmath>

#include "framework/replay/random_search.hpp"

namespace assay {
namespace {

// The reference values that results on one space are compared with.
struct Yardstick {
  explicit Yardstick(const RecordedSpace& recorded)
      : space(recorded), random(recorded), over_time(recorded, random) {}

  const RecordedSpace& space;
  RandomSearch random;
  GapOverTime over_time;
};

// The optimum/best after each trial of each search.
std::vector<std::vector<double>> curves_of(const Yardstick& yardstick,
                                           const std::vector<ReplayedSearch>& searches) {
  std::vector<std::vector<double>> curves;
  for (const auto& search : searches) {
    auto& curve = curves.emplace_back(best_so_far(yardstick.space, search));
    for (double& value : curve) value = yardstick.random.optimum() / value;  // 0 for infinity
  }
  return curves;
}

// The curve's value after a number of trials; a search that has ended keeps its best.
double value_after(const std::vector<double>& curve, std::uint64_t trials) {
  return curve.empty() ? 0 : curve[std::min<std::size_t>(trials, curve.size()) - 1];
}

std::uint64_t longest_curve(const RecordedSpace& space, const SummaryOptions& options) {
  return std::min<std::uint64_t>(options.budgets.back(), space.configurations.size());
}

ReplayFigures figures_after(std::uint64_t trials, const Yardstick& yardstick,
                            const std::vector<std::vector<double>>& curves) {
  ReplayFigures figures;
  figures.trials = trials;
  figures.random = yardstick.random.optimum_over_best(trials);
  figures.random_hits = yardstick.random.chance_within(hit_factor, trials);
  const auto count = static_cast<double>(curves.size());
  for (const auto& curve : curves) {
    const double value = value_after(curve, trials);
    figures.optimum_over_best += value;
    figures.hits += value >= 1 / hit_factor ? 1 : 0;
  }
  figures.optimum_over_best /= count;
  figures.hits /= count;
  double squares = 0;
  for (const auto& curve : curves) {
    squares += std::pow(value_after(curve, trials) - figures.optimum_over_best, 2);
  }
  if (curves.size() > 1) figures.standard_error = std::sqrt(squares / (count - 1) / count);
  return figures;
}

// Adds the strategy's own cost over all searches.
void add_costs(StrategySummary& summary, const std::vector<ReplayedSearch>& searches) {
  std::size_t trials = 0;
  for (const auto& search : searches) {
    trials += search.trials.size();
    summary.setup_seconds += search.setup_seconds / static_cast<double>(searches.size());
    summary.proposal_seconds += search.own_seconds;
    summary.slowest_seconds = std::max(summary.slowest_seconds, search.slowest_seconds);
  }
  summary.proposal_seconds /= static_cast<double>(std::max<std::size_t>(trials, 1));
}

StrategySummary summarise_strategy(const Yardstick& yardstick, const NamedStrategy& strategy,
                                   const SummaryOptions& options) {
  ReplayOptions replayed;
  replayed.budget = options.budgets.back();
  replayed.seeds = options.seeds;
  if (options.whole_time) replayed.seconds = yardstick.over_time.seconds();
  const auto searches = replay(yardstick.space, strategy.make, replayed);
  const auto curves = curves_of(yardstick, searches);
  StrategySummary summary;
  summary.strategy = strategy.name;
  for (const std::uint64_t budget : options.budgets) {
    summary.figures.push_back(figures_after(budget, yardstick, curves));
  }
  const std::uint64_t longest = longest_curve(yardstick.space, options);
  for (std::uint64_t trials = 1; trials <= longest; ++trials) {
    double sum = 0;
    for (const auto& curve : curves) sum += value_after(curve, trials);
    summary.curve.push_back(sum / static_cast<double>(curves.size()));
  }
  summary.over_time = yardstick.over_time.of(searches);
  if (options.keep_trials) {
    for (const auto& search : searches) summary.trials.push_back(search.trials);
  }
  add_costs(summary, searches);
  return summary;
}

SpaceSummary summarise_space(const RecordedSpace& space,
                             const std::vector<NamedStrategy>& strategies,
                             const SummaryOptions& options) {
  const Yardstick yardstick(space);
  SpaceSummary summary;
  summary.name = space.name;
  summary.configurations = space.configurations.size();
  summary.failures = summary.configurations - yardstick.random.objectives().size();
  summary.excluded = space.excluded;
  summary.whole = space.whole;
  summary.optimum = yardstick.random.optimum();
  const std::uint64_t longest = longest_curve(space, options);
  for (std::uint64_t trials = 1; trials <= longest; ++trials) {
    summary.random_curve.push_back(yardstick.random.optimum_over_best(trials));
  }
  for (const auto& strategy : strategies) {
    summary.strategies.push_back(summarise_strategy(yardstick, strategy, options));
  }
  return summary;
}

void add_share(ReplayFigures& mean, const ReplayFigures& figures, double share) {
  mean.trials = figures.trials;
  mean.optimum_over_best += share * figures.optimum_over_best;
  mean.standard_error = std::hypot(mean.standard_error, share * figures.standard_error);
  mean.random += share * figures.random;
  mean.hits += share * figures.hits;
  mean.random_hits += share * figures.random_hits;
}

// The means of strategy `number` over all spaces. There is no mean over time unless every
// space has one.
StrategySummary mean_over(const std::vector<SpaceSummary>& spaces, std::size_t number) {
  const double share = 1 / static_cast<double>(spaces.size());
  StrategySummary mean;
  mean.over_time.emplace();
  for (const auto& space : spaces) {
    const StrategySummary& summary = space.strategies[number];
    mean.strategy = summary.strategy;
    mean.figures.resize(summary.figures.size());
    for (std::size_t k = 0; k < mean.figures.size(); ++k) {
      add_share(mean.figures[k], summary.figures[k], share);
    }
    if (!summary.over_time) mean.over_time.reset();
    if (mean.over_time) {
      mean.over_time->closed += share * summary.over_time->closed;
      mean.over_time->standard_error =
          std::hypot(mean.over_time->standard_error, share * summary.over_time->standard_error);
      mean.over_time->covered += share * summary.over_time->covered;
    }
    mean.setup_seconds += share * summary.setup_seconds;
    mean.proposal_seconds += share * summary.proposal_seconds;
    mean.slowest_seconds = std::max(mean.slowest_seconds, summary.slowest_seconds);
  }
  return mean;
}

}  // namespace

// Apart from rounding, `random` is 1 exactly when every search finds an optimum.
std::optional<double> ReplayFigures::gap_closed() const {
  constexpr double rounding = 1e-9;
  if (1 - random < rounding) return std::nullopt;
  return (optimum_over_best - random) / (1 - random);
}

ReplaySummary summarise(const std::vector<RecordedSpace>& spaces,
                        const std::vector<NamedStrategy>& strategies,
                        const SummaryOptions& options) {
  ReplaySummary summary;
  summary.seeds = options.seeds;
  for (const auto& space : spaces) {
    summary.spaces.push_back(summarise_space(space, strategies, options));
  }
  if (spaces.size() > 1) {
    for (std::size_t k = 0; k < strategies.size(); ++k) {
      summary.means.push_back(mean_over(summary.spaces, k));
    }
  }
  return summary;
}

}  // namespace assay
