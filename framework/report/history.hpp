// The history of a measurement: its results over runs and builds.
#pragma once

#include <string>
#include <vector>

#include "framework/guard/series/change_points.hpp"
#include "framework/report/model.hpp"

namespace assay {

struct HistoryPoint {
  std::int64_t run = 0;
  std::string build;
  std::string recorded;  // date in UTC (ISO 8601)
  Interval value;        // of the best verified configuration of the run and build
  std::size_t samples = 0;
};

// The history of one variant on one device and instance, in order of recording.
struct History {
  std::size_t problem = 0;   // index into PageModel::problems
  std::size_t instance = 0;  // index into the instances of the problem
  std::string variant;
  std::string device;
  std::vector<HistoryPoint> points;         // at least two
  std::vector<guard::ChangePoint> changes;  // between the points; none if these are too few
};

// The histories of everything that was measured in several runs or builds. A resumed run does not
// measure again, so a build has several points only if something else changed.
[[nodiscard]] std::vector<History> histories_of(const PageModel& model);

}  // namespace assay
