#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "framework/inference/looks.hpp"
#include "framework/inference/verdict.hpp"

namespace assay::inference {

// What takes part in a ranking: the logarithm of what it took in each round that it was measured
// in, one fresh process each. The least is the best.
struct Contestant {
  std::size_t group = 0;  // contestants of one group are no rivals: configurations of one variant
  std::map<std::uint32_t, double> logs;  // by round
};

struct RankingRule {
  double alpha = 0.05;  // of all that a ranking claims together
  double delta = 0;     // a log-ratio: rivals that differ by less are equivalent; 0: none are
};

// Verdicts are asked for after 10, 20, 40, 80 ... rounds, whatever their outcome, and never in
// between. Four fifths of the level are the first look's, a tenth the second's, and each later one
// has half of the one before it: so what is said after the first look, where most rankings end, is
// nearly as sharp as if nobody had meant to look again, and no number of looks exceeds the level.
inline constexpr std::size_t first_look = 10;
// The last planned look that so many rounds reach, its level a part of `alpha`; nothing before the
// first.
[[nodiscard]] std::optional<Look> look_after(std::size_t rounds, double alpha);
// The first planned look that is beyond so many rounds.
[[nodiscard]] Look next_look(std::size_t rounds, double alpha);

// How a contestant compares with another one.
struct Standing {
  Verdict verdict;           // of the log-ratio to the other; positive: slower than it
  std::size_t rounds = 0;    // that both were measured in
  std::optional<Look> look;  // what the verdict rests on; nothing: too few rounds
  [[nodiscard]] bool settled() const { return verdict.outcome != Outcome::undecided; }
};

// Each contestant compared with contestants[base] by the rounds that both were measured in, all
// together at rule.alpha (simultaneous.hpp), each at the last look that its rounds reach. Rounds
// beyond that look wait for the next. The base's own standing is settled and equivalent. Errors as
// judge_together.
[[nodiscard]] std::vector<Standing> compare_with(std::span<const Contestant> contestants,
                                                 std::size_t base, const RankingRule& rule);

struct Ranking {
  std::size_t leader = 0;           // index of the best contestant
  std::vector<Standing> standings;  // of each, compared with the leader
};

// The leader is the one that no other undercuts in the rounds that both have. That it was chosen by
// its looks does no harm: a contestant that is not the best leads wrongly only where the best one
// is called slower, whoever leads (Hsu, "Multiple comparisons", 1996, chapter 4), which judging all
// against one at alpha excludes as often as it says. Requires a contestant with a round.
[[nodiscard]] Ranking rank(std::span<const Contestant> contestants, const RankingRule& rule);

// What is known of a group that the leader is not of: undecided as long as any of its contestants
// may be the better one, equivalent if the best of them is, slower if all are.
[[nodiscard]] Outcome outcome_of_group(const Ranking& ranking,
                                       std::span<const Contestant> contestants, std::size_t group);

// What more rounds would bring.
struct Forecast {
  std::size_t rounds = 0;  // until the next look of those that are undecided
  std::optional<double>
      tells;  // the log-ratio that could then be told apart, where spread is known
};
// Nothing where everything is decided.
[[nodiscard]] std::optional<Forecast> forecast(const Ranking& ranking, const RankingRule& rule);

}  // namespace assay::inference
