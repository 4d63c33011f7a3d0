#pragma once

#include "framework/report/section.hpp"

namespace assay {

// The data that several charts draw: labels, features and results of a problem. Indices refer to
// its instances and competitors:
//   {label, unit, reference, instances: [label], competitors: [label],
//    features: [{name, unit, numeric, values}],
//    results: [{instance, competitor, value: [median, lower, upper], processes: [[name, median]],
//               speed_up: as value, or null, outside, phases: [[name, host, device or null]]}],
//    winners: [{verdict, competitor or null, tied: [competitor]}] of each instance}
[[nodiscard]] PageJson problem_data(const ProblemComparison& problem);

}  // namespace assay
