#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace assay::guard {

// A place where a series changes to other values for good.
struct ChangePoint {
  std::size_t index = 0;  // index of the first value after the change
  double before = 0;      // the median from the previous change (or the beginning) to this one
  double after = 0;       // the median from this change to the next one (or the end)
  double p = 1;           // p-value, by permutation
};

struct ChangePointSettings {
  double alpha = 0.05;         // the chance of any change in a series without one
  std::size_t least_part = 5;  // fewest values on each side of a change
  std::size_t window = 60;     // number of values within which a change is sought
  std::uint64_t seed = 1;      // of the permutations
};

// Finds change points by E-divisive means (Matteson and James 2014, see energy_split.hpp) in
// windows, following Fleming et al., "Hunter: Using Change Point Detection to Hunt for Performance
// Regressions" (ICPE 2023): in a long series a change is compared with its own time, not with years
// of other values. A window begins at the last change, or half a window after the previous one if
// that had none. Each window is split repeatedly and its first change is kept; each change is then
// placed and tested anew among its neighbours. As in Hunter, the later part of a split always
// reaches to the end of the window (the paper of 2014 also varies that). alpha is divided among the
// windows that a series without changes has, so a long series raises no more false alarms than a
// short one.
//
// `series` has one value (the median) for each recorded run, in order of time; the runs must be
// independent. Lone spikes are outliers, not changes (spikes.hpp). Errors: (environment) a series
// shorter than two least parts, or with a value that is not finite, of which the first is named;
// (usage) inconsistent settings.
[[nodiscard]] std::vector<ChangePoint> change_points(std::span<const double> series,
                                                     const ChangePointSettings& settings = {});

}  // namespace assay::guard
