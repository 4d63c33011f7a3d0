#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "framework/store/recorded_space.hpp"

namespace assay {

// The best to be expected after a number of trials.
struct BudgetOutlook {
  std::uint64_t trials = 0;
  bool extrapolated = false;  // more trials than are recorded
  double expected_best = 0;   // of random search, in the objective's unit
  // The probability of beating the best recorded; for no more trials than recorded, of reaching it.
  double chance = 0;
  std::optional<double> as_searched;  // best of the first `trials` in the order of recording
};

// The results of random search over the recorded trials after an eighth, a quarter, half and all of
// them, and its expected results with twice and four times as many; the latter only if the space is
// not whole, because otherwise nothing is left to try. Empty if no trial succeeded.
//
// Up to the recorded number of trials the figures are exact expectations over all orders of the
// trials. Beyond:
//
// - The probability that the next m - n trials beat the first n is 1 - n / m for any distribution,
//   because the best of m is equally likely at each position (ties apart).
// - r(m) is the expected best so far as a ratio: the best recorded over the best after m. Each
//   doubling of m closes a constant share q of the remaining gap if the distribution of times
//   follows a power law at its lower end, as distributions bounded below mostly do (the Weibull
//   domain of extreme values). q follows from the last two doublings, (r(n) - r(n/2)) / (r(n/2) -
//   r(n/4)), at most 1; 2n and 4n add the next terms of the series. This extrapolates from a few
//   best trials: it is a hint, no promise.
//
// All of this assumes that the trials are a random choice. Those of a strategy are not: they get
// better as it learns, so that more trials mostly gain more than this says while it still finds
// better ones, and less once it has settled.
[[nodiscard]] std::vector<BudgetOutlook> larger_budget(const RecordedSpace& space);

}  // namespace assay
