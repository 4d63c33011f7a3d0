#pragma once

#include <span>
#include <vector>

namespace assay::inference {

// How log-ratios of pairs vary at two levels (Kalibera and Jones, "Rigorous benchmarking in
// reasonable time", ISMM 2013, section 6): d = centre + (of the block) + (of the pair).
struct Components {
  double between =
      0;              // variance of blocks, beyond what their pairs explain; 0 if these explain all
  double within = 0;  // variance of pairs about their block
  double lag_one = 0;  // correlation of a pair with the next of its block
};

// `blocks` holds the log-ratios of each block's pairs in order. Robust where Kalibera and Jones
// take means, as the effect of a block is the median: `within` is the square of the median distance
// of two pairs of a block, scaled to be consistent for normal noise (Shamos, "Geometry and
// statistics", 1976), or, where most pairs are ties, the mean variance; distances beyond three
// deviations count as three in lag_one. Time grows with the square of the pairs. One pair a block
// tells nothing of `within` (0), one block nothing of `between` (0). Error (environment) without
// blocks, of an empty block, or naming a value that is not finite.
[[nodiscard]] Components components(std::span<const std::vector<double>> blocks);

// The variance of a block's effect, the median of `pairs` log-ratios: between + within v(pairs), v
// the variance of a normal sample's median (within 3 %), times (1 + r) / (1 - r) if r = lag_one is
// positive, as for a first-order autoregressive series. Requires pairs >= 1.
[[nodiscard]] double effect_variance(const Components& components, std::size_t pairs);

}  // namespace assay::inference
