#include "framework/guard/bookkeeping.hpp"

#include "framework/inference/planning.hpp"

namespace assay::guard {

inference::Components components_of(const CalibrationRecord& calibration) {
  return {calibration.between * calibration.between, calibration.within * calibration.within,
          calibration.lag_one};
}

double smallest_claim(const CalibrationRecord& calibration, const GuardOptions& options) {
  return inference::detectable(components_of(calibration), options.looks.back(),
                               options.block.pairs, options.alpha, wanted_power);
}

void record_verdict(const GuardRun& run, const Case& one, const CaseResult& result,
                    const GuardOptions& options) {
  VerdictRecord verdict;
  verdict.key = one.key;
  verdict.outcome = to_string(result.kind);
  verdict.reason = result.reason;
  if (result.location) {
    verdict.log_ratio = result.location->estimate;
    verdict.lower = result.location->lower;
    verdict.upper = result.location->upper;
  }
  verdict.p_value = result.p_value;
  verdict.alpha = options.alpha;
  verdict.delta = inference::log_margin(options.detect);
  verdict.blocks = static_cast<std::uint32_t>(result.blocks);
  verdict.pairs = static_cast<std::uint32_t>(result.pairs);
  run.store.record_verdict(run.id, verdict);
}

}  // namespace assay::guard
