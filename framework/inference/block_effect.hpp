#pragma once

#include <span>
#include <vector>

namespace assay::inference {

// One run of each build, next to each other in time and in random order; seconds (or any unit that
// both share).
struct TimePair {
  double baseline = 0;
  double candidate = 0;
};

// log(candidate / baseline): 0.02 is 2 % slower, and changing sides changes the sign and nothing
// else. Error (environment) if a time is not positive and finite.
[[nodiscard]] double log_ratio(const TimePair& pair);

// What a block, one fresh process, says of the candidate: the median of its pairs' log-ratios. The
// median, because a run that something interrupted would move a mean by as much as it likes. Error
// (environment) without pairs, or naming the pair whose time is no time.
[[nodiscard]] double block_effect(std::span<const TimePair> pairs);

// Error (environment) that names the first value that is not finite, as "`what` 3 of 8".
void require_finite(std::span<const double> values, const char* what);

}  // namespace assay::inference
