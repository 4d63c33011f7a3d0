#include "framework/guard/power.hpp"

#include "framework/guard/inference/planning.hpp"

namespace assay::guard {

Components components_of(const CalibrationRecord& calibration) {
  return {calibration.between * calibration.between, calibration.within * calibration.within,
          calibration.lag_one};
}

double smallest_claim(const CalibrationRecord& calibration, const GuardOptions& options) {
  return detectable(components_of(calibration), options.looks.back(), options.block.pairs,
                    options.alpha, wanted_power);
}

GuardCaseKey case_key(Session& session, const Case& one) {
  const TrialKey trial = session.key(one.instance, one.baseline, {"guard"});
  return {one.instance.id, trial.variant,     session.store().variant(one.candidate.variant),
          trial.device,    one.configuration, trial.mode};
}

}  // namespace assay::guard
