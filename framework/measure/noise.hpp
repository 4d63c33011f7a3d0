#pragma once

#include <cstddef>

namespace assay {

// A measure of how steadily this machine repeats identical work, for `assay doctor`.
struct Noise {
  std::size_t samples = 0;
  double median_seconds = 0;
  double relative_spread = 0;    // interquartile range over the median
  double worst_over_median = 0;  // slowest sample over the median
};

// Repeats the same register-only work of about a millisecond for `seconds` on the calling thread.
[[nodiscard]] Noise measure_noise(double seconds);

}  // namespace assay
