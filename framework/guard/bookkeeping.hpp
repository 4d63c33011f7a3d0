// Between guards and the store: what a calibrated machine can tell apart, and what is recorded.
#pragma once

#include "framework/guard/guard.hpp"

namespace assay::guard {

// How surely a difference is to be found that is called detectable.
inline constexpr double wanted_power = 0.8;

[[nodiscard]] inference::Components components_of(const CalibrationRecord& calibration);

// The smallest log-ratio that the guard finds with `wanted_power` in all its blocks: it claims none
// that is smaller.
[[nodiscard]] double smallest_claim(const CalibrationRecord& calibration,
                                    const GuardOptions& options);

// Puts what came of a case into the store.
void record_verdict(const GuardRun& run, const Case& one, const CaseResult& result,
                    const GuardOptions& options);

}  // namespace assay::guard
