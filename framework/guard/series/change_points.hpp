#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace assay::guard {

// Where a series went over to other values, to stay.
struct ChangePoint {
  std::size_t index = 0;  // of the first value after it
  double before = 0;      // the median from the previous change (or the beginning) to this one
  double after = 0;       // the median from this one to the next change (or the end)
  double p = 1;           // by permutation
};

struct ChangePointSettings {
  double alpha = 0.05;         // the chance of any change in a series without one
  std::size_t least_part = 5;  // values on each side of a change
  std::size_t window = 60;     // values among which a change is looked for
  std::uint64_t seed = 1;      // of the permutations
};

// E-divisive means (Matteson and James 2014, see energy_split.hpp) in windows, as Fleming et al.,
// "Hunter: Using Change Point Detection to Hunt for Performance Regressions" (ICPE 2023) put it: in
// a long series a change is compared with its own time, not with years of others. A window begins
// at the last change, or half a window after the last one in vain; each is split again and again
// and its first change is kept; each change is then placed and tested anew among its neighbours. As
// in Hunter the later part of a split always reaches to the window's end (the paper of 2014 also
// varies that). alpha is divided among the windows that a series without changes has, so a long
// series raises no more false alarms than a short one.
//
// `series` has one value for each recorded run (its median), in order of time; of runs that do not
// depend on each other. Lone spikes are outliers and no changes (spikes.hpp). Errors: (environment)
// a series shorter than two least parts, or naming the first value that is not finite; (usage)
// settings that make no sense.
[[nodiscard]] std::vector<ChangePoint> change_points(std::span<const double> series,
                                                     const ChangePointSettings& settings = {});

}  // namespace assay::guard
