// The same measurement over time.
#pragma once

#include <string>
#include <vector>

#include "framework/guard/series/change_points.hpp"
#include "framework/page/model.hpp"

namespace assay {

struct HistoryPoint {
  std::int64_t run = 0;
  std::string build;
  std::string recorded;  // in UTC (ISO 8601)
  Interval value;        // of the best verified configuration of that run and build
  std::size_t samples = 0;
};

// One variant on one device and instance, in order of recording.
struct History {
  std::size_t problem = 0;   // of the model
  std::size_t instance = 0;  // of the problem
  std::string variant;
  std::string device;
  std::vector<HistoryPoint> points;         // at least two
  std::vector<guard::ChangePoint> changes;  // in the points; none where these are too few to tell
};

// The history of everything that was measured in more than one run or build. Resuming measures
// nothing again, so a build has several points only where something else changed.
[[nodiscard]] std::vector<History> histories_of(const PageModel& model);

}  // namespace assay
