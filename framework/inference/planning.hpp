#pragma once

#include "framework/inference/levels.hpp"

namespace assay::inference {

// The smallest difference, a log-ratio, that the two-sided test at `alpha` detects with probability
// `power`: the deviation of a block's effect (effect_variance) times a factor that depends only on
// the number of blocks. The factor comes from applying the exact signed-rank test to 2000 sets of
// standard normal effects (seeded, so the same each time); beyond 64 blocks it falls with the
// square root of their number. Infinite if so few blocks cannot reject. Error (usage) unless alpha
// and power lie between 0 and 1 and there are blocks and pairs.
[[nodiscard]] double detectable(const Components& components, std::size_t blocks, std::size_t pairs,
                                double alpha, double power);

// The costs of measuring, in seconds.
struct Costs {
  double block = 0;  // to start a process and get ready
  double pair = 0;   // to run both builds once
};

struct Plan {
  std::size_t blocks = 0;
  std::size_t pairs = 0;  // in each block
  double seconds = 0;     // of all blocks together
  double detects = 0;     // detectable difference, a log-ratio
};

// The cheapest numbers of blocks and pairs that detect a log-ratio of `detect`. If many blocks are
// needed, the number of pairs is that of Kalibera and Jones (ISMM 2013, section 7), the square root
// of (cost of a block / cost of a pair) (variance within / variance between); if few are needed,
// whole numbers and the steps of the exact test matter more, so all numbers of blocks are tried,
// each with the fewest pairs that suffice. Errors: (usage) a difference, cost, level or power out
// of range; (environment) if `most_blocks` do not suffice, with what they would detect.
[[nodiscard]] Plan plan(const Components& components, double detect, const Costs& costs,
                        double alpha, double power);
inline constexpr std::size_t most_blocks = 4096;
inline constexpr std::size_t most_pairs = 10000;

}  // namespace assay::inference
