// What a calibrated machine can tell apart. Internal to the guard.
#pragma once

#include "framework/guard/guard.hpp"

namespace assay::guard {

// How surely a difference is to be found that is called detectable.
inline constexpr double wanted_power = 0.8;

[[nodiscard]] Components components_of(const CalibrationRecord& calibration);

// The smallest log-ratio that the guard finds with `wanted_power` in all its blocks: it claims none
// that is smaller.
[[nodiscard]] double smallest_claim(const CalibrationRecord& calibration,
                                    const GuardOptions& options);

// What verdicts and calibrations are recorded under.
[[nodiscard]] GuardCaseKey case_key(Session& session, const Case& one);

}  // namespace assay::guard
