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

// A participant in a ranking: the logarithm of its result in each round in which it was measured,
// in one fresh process each. The least is the best.
struct Contestant {
  std::size_t group = 0;  // contestants of a group are not rivals: configurations of one variant
  std::map<std::uint32_t, double> logs;  // by round
};

struct RankingRule {
  double alpha = 0.05;  // level of all claims of a ranking together
  double delta = 0;     // a log-ratio: rivals that differ by less are equivalent; 0: none are
};

// Verdicts are given after 10, 20, 40, 80 ... rounds, regardless of their outcome, and never in
// between. The first look has four fifths of the level, the second a tenth, and each later one half
// of the one before it: claims at the first look, where most rankings end, are nearly as sharp as
// if no further look had been planned, and no number of looks exceeds the level.
inline constexpr std::size_t first_look = 10;
// The last planned look that this number of rounds reaches, its level a part of `alpha`; nothing
// before the first look.
[[nodiscard]] std::optional<Look> look_after(std::size_t rounds, double alpha);
// The first planned look that is beyond this number of rounds.
[[nodiscard]] Look next_look(std::size_t rounds, double alpha);

// The comparison of a contestant with another one.
struct Standing {
  Verdict verdict;           // on the log-ratio to the other one; positive: slower than it
  std::size_t rounds = 0;    // rounds in which both were measured
  std::optional<Look> look;  // the look of the verdict; nothing: too few rounds
  [[nodiscard]] bool settled() const { return verdict.outcome != Outcome::undecided; }
};

// Compares each contestant with contestants[base] by the rounds in which both were measured, all
// together at rule.alpha (simultaneous.hpp), each at the last look that its rounds reach. Rounds
// beyond that look wait for the next one. The base's own standing is settled and equivalent. Errors
// are those of judge_together.
[[nodiscard]] std::vector<Standing> compare_with(std::span<const Contestant> contestants,
                                                 std::size_t base, const RankingRule& rule);

struct Ranking {
  std::size_t leader = 0;           // index of the best contestant
  std::vector<Standing> standings;  // each contestant compared with the leader
};

// Ranks the contestants. The leader is the one that no other undercuts in their common rounds.
// Choosing it by the data does no harm: a contestant that is not the best leads wrongly only if the
// best one is called slower, whichever leads (Hsu, "Multiple comparisons", 1996, chapter 4), and
// judging all against one at alpha bounds the probability of that. Requires a contestant with a
// round.
[[nodiscard]] Ranking rank(std::span<const Contestant> contestants, const RankingRule& rule);

// The outcome of a group to which the leader does not belong: undecided as long as any of its
// contestants may be better than the leader, equivalent if the best of them is, slower if all are.
[[nodiscard]] Outcome outcome_of_group(const Ranking& ranking,
                                       std::span<const Contestant> contestants, std::size_t group);

// A forecast of what more rounds would achieve.
struct Forecast {
  std::size_t rounds = 0;       // until the next look at each undecided contestant
  std::optional<double> tells;  // log-ratio that is then distinguishable, if spread is known
};
// The forecast for the undecided contestants; nothing if all are decided.
[[nodiscard]] std::optional<Forecast> forecast(const Ranking& ranking, const RankingRule& rule);

}  // namespace assay::inference
