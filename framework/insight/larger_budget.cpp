#include "framework/insight/larger_budget.hpp"

#include <algorithm>

#include "framework/replay/random_search.hpp"

namespace assay {
namespace {

// The best of the first `trials` trials; nothing if all of them failed.
std::optional<double> best_of_first(const RecordedSpace& space, std::uint64_t trials) {
  std::optional<double> best;
  for (std::uint64_t k = 0; k < trials; ++k) {
    const auto& objective = space.outcomes[k].objective;
    if (objective && (!best || *objective < *best)) best = objective;
  }
  return best;
}

}  // namespace

std::vector<BudgetOutlook> larger_budget(const RecordedSpace& space) {
  const auto& outcomes = space.outcomes;
  const bool any = std::any_of(outcomes.begin(), outcomes.end(),
                               [](const RecordedOutcome& o) { return o.objective.has_value(); });
  if (!any) return {};
  const RandomSearch random(space);
  const std::uint64_t all = outcomes.size();

  std::vector<BudgetOutlook> outlooks;
  for (const std::uint64_t part : {8U, 4U, 2U, 1U}) {
    const std::uint64_t trials = all / part;
    if (trials == 0) continue;
    // There is no expectation while all trials may have failed.
    const double share = random.optimum_over_best(trials);
    if (share <= 0) continue;
    BudgetOutlook outlook{trials, false, random.optimum() / share, random.chance_within(1, trials),
                          std::nullopt};
    if (!space.whole) outlook.as_searched = best_of_first(space, trials);
    outlooks.push_back(outlook);
  }
  if (space.whole || all < 4) return outlooks;

  const double before = random.optimum_over_best(all / 2) - random.optimum_over_best(all / 4);
  const double last = 1 - random.optimum_over_best(all / 2);
  const double closing = before > 0 ? std::clamp(last / before, 0.0, 1.0) : 0;
  double share = 1;
  double gain = last;
  for (const std::uint64_t factor : {2U, 4U}) {
    gain *= closing;
    share += gain;
    outlooks.push_back({factor * all, true, random.optimum() / share,
                        1 - 1 / static_cast<double>(factor), std::nullopt});
  }
  return outlooks;
}

}  // namespace assay
