#pragma once

#include <cstdint>

#include "benchmarks/guard/detectors.hpp"
#include "benchmarks/guard/noise_models.hpp"

namespace assay::guard {

// A share of independent repetitions with its 95 % interval (Wilson, "Probable inference, the law
// of succession, and statistical inference", JASA 22, 1927).
struct Rate {
  double share = 0;
  double lower = 0;
  double upper = 1;
};
// The rate of `hits`; 0 to 1 for no repetitions. Requires hits <= repetitions.
[[nodiscard]] Rate rate_of(std::size_t hits, std::size_t repetitions);

// The rates at which a detector calls the candidate slower, faster or equivalent, and the time it
// takes.
struct ErrorRates {
  Rate slower;
  Rate different;  // slower or faster
  Rate equivalent;
  Rate covered;  // share of the reported intervals that contain the true log-ratio
  double median_seconds = 0;
  double late_seconds = 0;  // 95 % of the comparisons take no longer
};

// Compares `repetitions` times on machines with this noise whose candidate is slower by the
// log-ratio `effect`. Repetition r has the same machine for every detector. Requires repetitions >
// 0.
[[nodiscard]] ErrorRates error_rates(const NoiseModel& noise, const Detector& detector,
                                     double effect, std::size_t repetitions, std::uint64_t seed);

}  // namespace assay::guard
