#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "framework/store/recorded_space.hpp"

namespace assay {

// What the best would be after some number of trials.
struct BudgetOutlook {
  std::uint64_t trials = 0;
  bool extrapolated = false;  // more trials than are recorded
  double expected_best = 0;   // of random search, in the objective's unit
  // That it beats the best recorded; for no more trials than are recorded, that it reaches it.
  double chance = 0;
  std::optional<double> as_searched;  // the best after so many trials in the order of recording
};

// What random search over the recorded trials came to after an eighth, a quarter, half and all of
// them, and what it would come to with twice and four times as many; the latter only where the
// space is not whole, for else nothing is left to try. Empty where nothing succeeded.
//
// Up to what is recorded the figures are exact expectations over all orders of the trials. Beyond:
//
// - The chance that n trials are beaten by the next m - n is 1 - n / m, whatever the distribution,
//   for the best of m is equally likely at each place (ties apart).
// - r(m) is the expected best so far as a share: the best recorded over the best after m. Each
//   doubling of m closes a constant share q of the gap that is left where times end in a power law
//   at their least, as those bounded below mostly do (the Weibull domain of extreme values). q
//   follows from the last two doublings, (r(n) - r(n/2)) / (r(n/2) - r(n/4)), at most 1; what 2n
//   and 4n add are the next terms. An extrapolation from a few best trials: a hint, no promise.
//
// All of this takes the trials for a random choice. A strategy's are not: they get better as it
// learns, and more of its trials mostly buy more than this says as long as it still finds better
// ones, and less once it has settled.
[[nodiscard]] std::vector<BudgetOutlook> larger_budget(const RecordedSpace& space);

}  // namespace assay
