#pragma once

#include <span>
#include <vector>

namespace assay::inference {

// The times of one run of each build, made next to each other and in random order; seconds (or any
// unit that both share).
struct TimePair {
  double baseline = 0;
  double candidate = 0;
};

// log(candidate / baseline): 0.02 is 2 % slower, and exchanging the two changes only the sign.
// Error (environment) if a time is not positive and finite.
[[nodiscard]] double log_ratio(const TimePair& pair);

// The effect of a block, one fresh process: the median of its pairs' log-ratios. The median,
// because a single interrupted run could move a mean by any amount. Error (environment) without
// pairs, or naming the pair with a time that is not positive and finite.
[[nodiscard]] double block_effect(std::span<const TimePair> pairs);

// Throws Error (environment) that names the first value that is not finite as "`what` 3 of 8".
void require_finite(std::span<const double> values, const char* what);

}  // namespace assay::inference
