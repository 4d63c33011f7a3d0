#pragma once

#include "framework/inference/levels.hpp"

namespace assay::inference {

// The smallest difference, a log-ratio, that the two-sided test at `alpha` finds with probability
// `power`: the deviation of a block's effect (effect_variance) times a factor of the number of
// blocks alone, which is had by applying the exact signed-rank test to 2000 sets of standard normal
// effects (seeded, so the same each time); beyond 64 blocks it falls with the square root of their
// number. Infinite where so few blocks cannot reject. Error (usage) unless alpha and power lie
// between 0 and 1 and there are blocks and pairs.
[[nodiscard]] double detectable(const Components& components, std::size_t blocks, std::size_t pairs,
                                double alpha, double power);

// Seconds.
struct Costs {
  double block = 0;  // to start a process and get ready
  double pair = 0;   // to run both builds once
};

struct Plan {
  std::size_t blocks = 0;
  std::size_t pairs = 0;  // of each block
  double seconds = 0;     // of all
  double detects = 0;     // what is detectable by it: a log-ratio
};

// The cheapest blocks and pairs that detect a log-ratio of `detect`. Where many blocks are needed
// the pairs are those of Kalibera and Jones (ISMM 2013, section 7), sqrt(cost of a block / cost of
// a pair
// * variance within / variance between); where few are, whole numbers and the steps of the exact
// test matter more, so all numbers of blocks are tried, each with the fewest pairs that do. Errors:
// (usage) a difference, cost, level or power out of range; (environment) if `most_blocks` do not
// suffice, with what they would detect.
[[nodiscard]] Plan plan(const Components& components, double detect, const Costs& costs,
                        double alpha, double power);
inline constexpr std::size_t most_blocks = 4096;
inline constexpr std::size_t most_pairs = 10000;

}  // namespace assay::inference
