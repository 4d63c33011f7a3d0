#include <nlohmann/json.hpp>
#include <ostream>

#include "framework/core/json.hpp"
#include "framework/guard/output/writers.hpp"

namespace assay::guard {
namespace {

using nlohmann::json;

json side_json(const Contender& side, double seconds, bool measured) {
  return {{"plugin", side.variant.plugin},
          {"build", side.variant.build_id},
          {"median", measured ? json(seconds) : json()}};
}

json calibration_json(const CaseResult& result) {
  if (!result.calibration) return {};
  return {{"false_positive_rate", result.calibration->false_positive_rate},
          {"smallest_claim", result.smallest_claim},
          {"between", result.calibration->between},
          {"within", result.calibration->within},
          {"lag_one", result.calibration->lag_one},
          {"recorded", result.calibration->recorded}};
}

json case_json(const Case& one, const CaseResult& result) {
  json j = {{"problem", one.instance.record.problem},
            {"arguments", to_json(one.instance.record.arguments)},
            {"variant", one.baseline.variant.name},
            {"device", one.baseline.device.id},
            {"mode", one.key.mode},
            {"configuration", to_json(one.configuration)},
            {"configuration_origin", one.origin},
            {"verdict", to_string(result.kind)},
            {"reason", result.reason},
            {"candidate_failed", result.candidate_failed},
            {"accepted", result.accepted},
            {"seconds", result.seconds},
            {"blocks", result.blocks},
            {"pairs", result.pairs},
            {"p", result.p_value},
            {"baseline", side_json(one.baseline, result.baseline_seconds, result.blocks > 0)},
            {"candidate", side_json(one.candidate, result.candidate_seconds, result.blocks > 0)},
            {"calibration", calibration_json(result)}};
  if (result.location) {
    j["log_ratio"] = {{"estimate", real_to_json(result.location->estimate)},
                      {"lower", real_to_json(result.location->lower)},
                      {"upper", real_to_json(result.location->upper)},
                      {"method", to_string(result.location->method)}};
  }
  return j;
}

}  // namespace

void write_json(const GuardReport& report, std::ostream& out) {
  json cases = json::array();
  for (std::size_t k = 0; k < report.cases.size(); ++k) {
    cases.push_back(case_json(report.cases[k], report.results[k]));
  }
  const json all = {{"detect", report.detect},
                    {"alpha", report.alpha},
                    {"cases", cases},
                    {"notes", report.notes},
                    {"summary", summary_text(report)},
                    {"exit_code", exit_code(report)}};
  out << all.dump(2, ' ', false, json::error_handler_t::replace) << '\n';
}

}  // namespace assay::guard
