#pragma once

namespace assay {

// A median with its confidence interval, in the unit of what was measured.
struct Interval {
  double median = 0;
  double lower = 0;
  double upper = 0;
};

}  // namespace assay
