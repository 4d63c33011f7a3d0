#include "framework/compare/ranking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "framework/compare/measurement.hpp"
#include "framework/compare/round_times.hpp"
#include "framework/core/units.hpp"
#include "framework/inference/median.hpp"
#include "framework/inference/simultaneous.hpp"
#include "framework/store/import_benchmarks.hpp"

namespace assay {
namespace {

using inference::Outcome;

constexpr double unbounded = std::numeric_limits<double>::infinity();

std::vector<double> values_of(const inference::Contestant& contestant) {
  std::vector<double> values;
  for (const auto& [_, log] : contestant.logs) values.push_back(log);
  return values;
}

double centre_of(const inference::Contestant& contestant) {
  return contestant.logs.empty() ? unbounded : inference::median_of(values_of(contestant));
}

// The ratio of the candidate's time to the base's, from their log-ratio.
Interval ratio_of(const inference::Location& location) {
  return long_run_interval(location, std::exp(location.estimate));
}

inference::Location negated(const inference::Location& location) {
  return {-location.estimate, -location.upper, -location.lower, location.method};
}

// The fewest processes on each side with which a rank-sum test can reject at the level.
std::size_t fewest_processes(double level) {
  std::size_t each = 1;
  double p = 1;  // the smallest possible two-sided p-value: 2 over the number of ways to choose
  while (p > level) {
    ++each;
    p = 2;
    for (std::size_t k = 1; k <= each; ++k) {
      p *= static_cast<double>(k) / static_cast<double>(each + k);
    }
  }
  return each;
}

}  // namespace

InstanceRanking::InstanceRanking(const Store& store,
                                 const std::vector<std::vector<const StoredTrial*>>& trials,
                                 double confidence, double margin, const Objective& objective)
    : store_(store),
      confidence_(confidence),
      margin_(margin),
      objective_(objective),
      rule_{1 - confidence, inference::log_margin(margin)} {
  std::vector<const StoredTrial*> in_order;
  for (const auto& of_entry : trials) {
    in_order.insert(in_order.end(), of_entry.begin(), of_entry.end());
  }
  std::ranges::sort(in_order, {}, &StoredTrial::id);
  for (const StoredTrial* trial : in_order) {
    if (trial->key.stage == final_stage) static_cast<void>(numbers_.of(*trial));
  }
  for (std::size_t entry = 0; entry < trials.size(); ++entry) add_candidates(entry, trials[entry]);
  if (!candidates_.empty()) rank_candidates();
}

void InstanceRanking::add_candidates(std::size_t entry,
                                     const std::vector<const StoredTrial*>& trials) {
  const std::size_t before = candidates_.size();
  for (auto& configuration : final_configurations(trials)) {
    if (configuration.failed) continue;
    contestants_.push_back({entry, logs_by_round(configuration, numbers_)});
    candidates_.push_back({std::move(configuration.trials), true, true});
  }
  if (candidates_.size() > before) return;
  auto best = best_trials(trials);
  if (best.empty()) return;
  inference::Contestant contestant{entry, {}};
  for (const StoredTrial* trial : best) {
    // Unpaired processes: each gets a round of its own.
    if (trial->objective->median > 0) {
      contestant.logs[next_unpaired_++] = std::log(trial->objective->median);
    }
  }
  const bool searched = best.front()->key.stage == "search";
  contestants_.push_back(std::move(contestant));
  candidates_.push_back({std::move(best), false, !searched});
}

std::vector<std::size_t> InstanceRanking::candidates_in_rounds() const {
  std::vector<std::size_t> members;
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    if (candidates_[k].in_rounds && !contestants_[k].logs.empty()) members.push_back(k);
  }
  return members;
}

void InstanceRanking::rank_candidates() {
  standings_.resize(candidates_.size());
  const auto members = candidates_in_rounds();
  if (!members.empty()) {
    std::vector<inference::Contestant> contestants;
    for (const std::size_t member : members) contestants.push_back(contestants_[member]);
    const auto ranking = inference::rank(contestants, rule_);
    leader_ = members[ranking.leader];
    for (std::size_t k = 0; k < members.size(); ++k) {
      standings_[members[k]] = ranking.standings[k];
    }
  } else {
    for (std::size_t k = 1; k < candidates_.size(); ++k) {
      if (centre_of(contestants_[k]) < centre_of(contestants_[leader_])) leader_ = k;
    }
  }
  std::set<std::size_t> rivals;
  for (const auto& contestant : contestants_) rivals.insert(contestant.group);
  const std::size_t comparisons = std::max<std::size_t>(1, rivals.size() - 1);
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    const bool paired = candidates_[k].in_rounds && candidates_[leader_].in_rounds;
    if (k == leader_) {
      standings_[k].verdict.outcome = Outcome::equivalent;
    } else if (!paired) {
      standings_[k].verdict = unpaired(k, leader_, comparisons);
    }
  }
}

// The verdict on candidates whose samples are not paired: recorded benchmarks, single runs, and
// configurations measured only by a search.
inference::Verdict InstanceRanking::unpaired(std::size_t candidate, std::size_t base,
                                             std::size_t comparisons) const {
  const auto& of_base = contestants_[base];
  const auto& of_candidate = contestants_[candidate];
  if (of_base.logs.empty() || of_candidate.logs.empty() || !candidates_[candidate].claims ||
      !candidates_[base].claims) {
    inference::Verdict verdict;
    verdict.location = {centre_of(of_candidate) - centre_of(of_base), -unbounded, unbounded,
                        inference::Method::rank_sum};
    return verdict;
  }
  return inference::judge_groups(values_of(of_base), values_of(of_candidate),
                                 {rule_.alpha / static_cast<double>(comparisons), rule_.delta, 0});
}

// The candidate that stands for an entry: the leader if it belongs to the entry, otherwise the one
// that comes nearest to the leader.
std::size_t InstanceRanking::best_of(std::size_t entry) const {
  std::size_t best = candidates_.size();
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    if (contestants_[k].group != entry) continue;
    if (k == leader_) return k;
    // A candidate with too few rounds for a look ranks behind those with enough, no matter how fast
    // it seems.
    const auto rank_of = [&](std::size_t one) {
      return std::pair(!standings_[one].look.has_value(),
                       standings_[one].verdict.location.estimate);
    };
    if (best == candidates_.size() || rank_of(k) < rank_of(best)) best = k;
  }
  return best;
}

// Where the logarithms of all candidates' long-run values lie; the intervals hold simultaneously.
std::vector<inference::Location> InstanceRanking::locations() const {
  std::vector<inference::RoundEffects> quantities;
  for (const auto& contestant : contestants_) {
    inference::RoundEffects& quantity = quantities.emplace_back();
    for (const auto& [round, log] : contestant.logs) {
      quantity.rounds.push_back(round);
      quantity.effects.push_back(log);
    }
  }
  return inference::locate_together(quantities, confidence_);
}

void InstanceRanking::rank(std::vector<Entry>& entries, Verdict& verdict) {
  const auto logs = locations();
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const std::size_t best = best_of(e);
    if (best == candidates_.size()) continue;
    entries[e].best = measurement_of(store_, candidates_[best].trials, objective_, confidence_);
    if (!entries[e].best) continue;
    if (!contestants_[best].logs.empty()) {
      entries[e].best->value = long_run_interval(logs[best], entries[e].best->value.median);
    }
    order_.push_back(e);
  }
  const std::size_t leading = candidates_.empty() ? 0 : contestants_[leader_].group;
  std::ranges::stable_sort(order_, {}, [&](std::size_t e) {
    return std::pair(e != leading, entries[e].best->value.median);
  });
  conclude(verdict);
  std::vector<std::size_t> places = order_;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    if (!entries[e].best) places.push_back(e);
  }
  std::stable_sort(
      places.begin() + static_cast<std::ptrdiff_t>(order_.size()), places.end(),
      [&](std::size_t a, std::size_t b) { return entries[a].label < entries[b].label; });
  std::vector<Entry> sorted;
  for (const std::size_t e : places) sorted.push_back(std::move(entries[e]));
  entries = std::move(sorted);
}

void InstanceRanking::conclude(Verdict& verdict) const {
  verdict.equivalence = margin_;
  if (order_.size() < 2) {
    verdict.kind = order_.empty() ? Verdict::Kind::none : Verdict::Kind::only;
    if (!order_.empty())
      verdict.rounds = candidates_[leader_].in_rounds ? contestants_[leader_].logs.size() : 0;
    return;
  }
  inference::Ranking ranking{leader_, standings_};
  for (std::size_t place = 1; place < order_.size(); ++place) {
    const std::size_t e = order_[place];
    const Outcome outcome = inference::outcome_of_group(ranking, contestants_, e);
    if (outcome == Outcome::equivalent) verdict.tied.push_back(place);
    if (outcome == Outcome::undecided) verdict.undecided.push_back(place);
  }
  verdict.kind = !verdict.undecided.empty() ? Verdict::Kind::undecided
                 : !verdict.tied.empty()    ? Verdict::Kind::tie
                                            : Verdict::Kind::winner;
  verdict.margin = ratio_of(standings_[best_of(order_[1])].verdict.location);
  if (candidates_[leader_].in_rounds) verdict.rounds = contestants_[leader_].logs.size();
  if (verdict.kind == Verdict::Kind::undecided) verdict.advice = advice();
}

// One sentence on what would settle the undecided comparisons.
std::string InstanceRanking::advice() const {
  bool searched = false;
  bool imported = false;
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    if (standings_[k].settled()) continue;
    searched = searched || !candidates_[k].claims;
    imported = imported || candidates_[k].trials.front()->key.stage == imported_stage;
  }
  if (candidates_[leader_].in_rounds) {
    std::string text = advice_on_rounds();
    if (searched) {
      text += text.empty() ? "" : "; ";
      text += "what was measured only in the search needs finals: run `assay tune` with more time";
    }
    return text;
  }
  if (searched || !candidates_[leader_].claims) {
    return "samples of a search alone do not tell variants apart: run `assay tune` with finals";
  }
  const std::size_t enough = fewest_processes(
      rule_.alpha / static_cast<double>(std::max<std::size_t>(2, order_.size()) - 1));
  return fmt::format("each process counts as one observation: {} {} of each would allow a claim",
                     enough, imported ? "files" : "runs");
}

std::string InstanceRanking::advice_on_rounds() const {
  inference::Ranking ranking{leader_, standings_};
  std::size_t open = 1;
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    // Two configurations of the leading variant need not be told apart, and more rounds say nothing
    // about a variant that was left out of the finals.
    if (contestants_[k].group == contestants_[leader_].group || !candidates_[k].claims) {
      ranking.standings[k].verdict.outcome = Outcome::equivalent;
    } else if (!standings_[k].settled()) {
      ++open;
    }
  }
  const auto more = inference::forecast(ranking, rule_);
  if (!more) return "";
  std::vector<const StoredTrial*> finals;
  for (const auto& candidate : candidates_) {
    if (candidate.in_rounds) {
      finals.insert(finals.end(), candidate.trials.begin(), candidate.trials.end());
    }
  }
  std::string text = fmt::format("{} more round{}", more->rounds, more->rounds == 1 ? "" : "s");
  if (const auto seconds = seconds_of_a_heat(finals)) {
    const double all = *seconds * static_cast<double>(open * more->rounds);
    text += all < 1 ? ", less than a second," : fmt::format(", about {:.2g} s,", all);
  }
  return more->tells ? fmt::format("{} would tell {} apart", text,
                                   format_percent(std::expm1(*more->tells), 2))
                     : text + " would allow a claim";
}

std::optional<std::size_t> InstanceRanking::compare_with_reference(std::vector<Entry>& entries,
                                                                   const std::string& reference,
                                                                   bool chosen) const {
  std::optional<std::size_t> place;
  for (std::size_t k = 0; k < order_.size() && !place; ++k) {
    if (entries[k].variant.name == reference) place = k;
  }
  if (!place) return std::nullopt;
  const std::size_t base = best_of(order_[*place]);
  inference::RankingRule rule = rule_;
  if (chosen && order_.size() > 2) rule.alpha *= 2.0 / static_cast<double>(order_.size());
  const auto members = candidates_in_rounds();
  std::vector<inference::Standing> paired(candidates_.size());
  if (candidates_[base].in_rounds) {
    std::vector<inference::Contestant> contestants;
    for (const std::size_t member : members) contestants.push_back(contestants_[member]);
    const auto at = static_cast<std::size_t>(std::ranges::find(members, base) - members.begin());
    const auto standings = inference::compare_with(contestants, at, rule);
    for (std::size_t k = 0; k < members.size(); ++k) paired[members[k]] = standings[k];
  }
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const std::size_t own = best_of(order_[k]);
    if (own == base) {
      entries[k].best->speed_up = Interval{1, 1, 1};
      continue;
    }
    const auto location =
        candidates_[own].in_rounds && candidates_[base].in_rounds
            ? paired[own].verdict.location
            : unpaired(own, base, std::max<std::size_t>(2, order_.size()) - 1).location;
    entries[k].best->speed_up = ratio_of(negated(location));
  }
  return place;
}

}  // namespace assay
