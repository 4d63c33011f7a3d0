// The connection between guards and the store: what a calibrated machine can detect, and what is
// recorded.
#pragma once

#include "framework/guard/guard.hpp"

namespace assay::guard {

// The probability with which a difference that is called detectable is found.
inline constexpr double wanted_power = 0.8;

[[nodiscard]] inference::Components components_of(const CalibrationRecord& calibration);

// The smallest log-ratio that the guard detects with `wanted_power` using all its blocks. It never
// claims a smaller one.
[[nodiscard]] double smallest_claim(const CalibrationRecord& calibration,
                                    const GuardOptions& options);

// Records the verdict on a case in the store.
void record_verdict(const GuardRun& run, const Case& one, const CaseResult& result,
                    const GuardOptions& options);

}  // namespace assay::guard
