#pragma once

#include <span>
#include <vector>

namespace assay::inference {

// The variances of pairs' log-ratios at two levels (Kalibera and Jones, "Rigorous benchmarking in
// reasonable time", ISMM 2013, section 6): d = centre + (of the block) + (of the pair).
struct Components {
  // The variance of blocks beyond what their pairs explain; 0 if these explain all of it.
  double between = 0;
  double within = 0;   // variance of pairs about their block
  double lag_one = 0;  // correlation of a pair with the next of its block
};

// Estimates the components; `blocks` holds the log-ratios of each block's pairs in order. The
// estimates are robust where Kalibera and Jones take means, because the effect of a block is a
// median: `within` is the square of the median distance between two pairs of a block, scaled to be
// consistent for normal noise (Shamos, "Geometry and statistics", 1976), or, if most pairs are
// ties, the mean variance; distances beyond three deviations count as three in lag_one. Time grows
// with the square of the number of pairs. One pair per block says nothing about `within` (0), one
// block nothing about `between` (0). Error (environment) without blocks, for an empty block, or
// naming a value that is not finite.
[[nodiscard]] Components components(std::span<const std::vector<double>> blocks);

// The variance of a block's effect, the median of `pairs` log-ratios: between + within v(pairs), v
// the variance of a normal sample's median (within 3 %), times (1 + r) / (1 - r) if r = lag_one is
// positive, as for a first-order autoregressive series. Requires pairs >= 1.
[[nodiscard]] double effect_variance(const Components& components, std::size_t pairs);

}  // namespace assay::inference
