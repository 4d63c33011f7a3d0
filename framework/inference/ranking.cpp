#include "framework/inference/ranking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "framework/core/error.hpp"
#include "framework/inference/median.hpp"
#include "framework/inference/normal.hpp"
#include "framework/inference/simultaneous.hpp"

namespace assay::inference {
namespace {

constexpr double share_of_first = 0.8;

RoundEffects effects_over(const Contestant& contestant, const Contestant& base) {
  RoundEffects common;
  for (const auto& [round, log] : contestant.logs) {
    const auto other = base.logs.find(round);
    if (other == base.logs.end()) continue;
    common.rounds.push_back(round);
    common.effects.push_back(log - other->second);
  }
  return common;
}

RoundEffects first_of(const RoundEffects& all, std::size_t count) {
  const auto some = static_cast<std::ptrdiff_t>(count);
  return {{all.rounds.begin(), all.rounds.begin() + some},
          {all.effects.begin(), all.effects.begin() + some}};
}

// A verdict with an estimate but without a claim.
Verdict without_claim(const std::vector<double>& effects) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Verdict verdict;
  const Method method = method_for(effects);
  const double estimate =
      effects.empty() ? std::numeric_limits<double>::quiet_NaN() : centre(effects, method);
  verdict.location = {estimate, -infinity, infinity, method};
  verdict.reason = fmt::format("{} round{}; claims are made after {}", effects.size(),
                               effects.size() == 1 ? "" : "s", first_look);
  return verdict;
}

std::size_t most_rounds(std::span<const Contestant> contestants) {
  std::size_t most = 0;
  for (const auto& contestant : contestants) most = std::max(most, contestant.logs.size());
  return most;
}

// The contestant with the least median among those with the most rounds.
std::size_t first_guess(std::span<const Contestant> contestants) {
  const std::size_t most = most_rounds(contestants);
  if (most == 0) throw internal_error("a ranking of contestants without a single round");
  std::size_t leader = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    if (contestants[k].logs.size() < most) continue;
    std::vector<double> logs;
    for (const auto& [_, log] : contestants[k].logs) logs.push_back(log);
    const double median = median_of(std::move(logs));
    if (median >= least) continue;
    least = median;
    leader = k;
  }
  return leader;
}

// The leader: a contestant that undercuts the present leader in their common rounds takes its
// place, provided that these rounds are enough to be believed.
std::size_t leader_of(std::span<const Contestant> contestants) {
  const std::size_t enough = std::min(first_look, most_rounds(contestants));
  std::size_t leader = first_guess(contestants);
  for (std::size_t attempt = 0; attempt < contestants.size(); ++attempt) {
    std::size_t better = leader;
    double least = 0;
    for (std::size_t k = 0; k < contestants.size(); ++k) {
      const auto effects = effects_over(contestants[k], contestants[leader]).effects;
      if (effects.size() < enough) continue;
      const double estimate = centre(effects, method_for(effects));
      if (estimate >= least) continue;
      least = estimate;
      better = k;
    }
    if (better == leader) break;
    leader = better;
  }
  return leader;
}

// Half the width of an interval of this level, in deviations of its estimate.
double quantile_of(double level) { return -normal_quantile(level / 2); }

}  // namespace

std::optional<Look> look_after(std::size_t rounds, double alpha) {
  if (rounds < first_look) return std::nullopt;
  Look look{first_look, share_of_first * alpha};
  double left = alpha - look.level;
  while (2 * look.blocks <= rounds) {
    left /= 2;
    look = {2 * look.blocks, left};
  }
  return look;
}

Look next_look(std::size_t rounds, double alpha) {
  const auto last = look_after(rounds, alpha);
  return *look_after(last ? 2 * last->blocks : first_look, alpha);
}

std::vector<Standing> compare_with(std::span<const Contestant> contestants, std::size_t base,
                                   const RankingRule& rule) {
  std::vector<Standing> standings(contestants.size());
  std::vector<RoundEffects> effects(contestants.size());
  std::set<std::size_t> looks;
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    Standing& standing = standings[k];
    effects[k] = effects_over(contestants[k], contestants[base]);
    standing.rounds = effects[k].rounds.size();
    standing.look = look_after(standing.rounds, rule.alpha);
    if (k == base) {
      standing.verdict.outcome = Outcome::equivalent;
    } else if (standing.look) {
      looks.insert(standing.look->blocks);
    } else {
      standing.verdict = without_claim(effects[k].effects);
    }
  }
  for (const std::size_t rounds : looks) {
    std::vector<std::size_t> members;
    std::vector<RoundEffects> family;
    for (std::size_t k = 0; k < contestants.size(); ++k) {
      if (k == base || effects[k].rounds.size() < rounds) continue;
      members.push_back(k);
      family.push_back(first_of(effects[k], rounds));
    }
    const double level = look_after(rounds, rule.alpha)->level;
    const auto verdicts = judge_together(family, {level, rule.delta, 0});
    for (std::size_t i = 0; i < members.size(); ++i) {
      Standing& standing = standings[members[i]];
      if (standing.look->blocks == rounds) standing.verdict = verdicts[i];
    }
  }
  return standings;
}

Ranking rank(std::span<const Contestant> contestants, const RankingRule& rule) {
  Ranking ranking;
  ranking.leader = leader_of(contestants);
  ranking.standings = compare_with(contestants, ranking.leader, rule);
  return ranking;
}

Outcome outcome_of_group(const Ranking& ranking, std::span<const Contestant> contestants,
                         std::size_t group) {
  Outcome outcome = Outcome::slower;
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    if (contestants[k].group != group) continue;
    switch (ranking.standings[k].verdict.outcome) {
      case Outcome::slower:
        break;
      case Outcome::equivalent:
        outcome = Outcome::equivalent;
        break;
      case Outcome::faster:
      case Outcome::undecided:
        return Outcome::undecided;
    }
  }
  return outcome;
}

std::optional<Forecast> forecast(const Ranking& ranking, const RankingRule& rule) {
  std::optional<Forecast> result;
  for (const Standing& standing : ranking.standings) {
    if (standing.settled()) continue;
    const Look next = next_look(standing.rounds, rule.alpha);
    if (!result) result.emplace();
    result->rounds = std::max(result->rounds, next.blocks - standing.rounds);
    const Location& location = standing.verdict.location;
    if (!standing.look || !std::isfinite(location.lower) || !std::isfinite(location.upper)) {
      continue;
    }
    // Half the width of an interval, which shrinks with the root of the rounds and grows with the
    // quantile of its level.
    const double now = (location.upper - location.lower) / 2;
    const double then =
        now * quantile_of(next.level) / quantile_of(standing.look->level) *
        std::sqrt(static_cast<double>(standing.look->blocks) / static_cast<double>(next.blocks));
    result->tells = std::max(result->tells.value_or(0), then);
  }
  return result;
}

}  // namespace assay::inference
