// The outcome of a trial, as it travels from the worker through the tuner into the store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "framework/core/fact.hpp"
#include "framework/core/fields.hpp"
#include "framework/core/sample.hpp"
#include "framework/core/trial_status.hpp"

namespace assay {

// The reason why sampling ended.
enum class StopReason { precise, budget, raced };
[[nodiscard]] const char* to_string(StopReason reason);
[[nodiscard]] StopReason stop_reason_from(const std::string& name);

// The numbers of timed repetitions of a trial that were verified in either way or not at all. If
// all were verified, `unverified` is 0.
struct VerifiedSamples {
  std::uint64_t in_full = 0;    // compared with what the problem expects, element by element
  std::uint64_t by_digest = 0;  // outputs bitwise equal to some that were compared so
  std::uint64_t unverified = 0;
};
void fields(auto& field, Of<VerifiedSamples> auto& verified) {
  field("in_full", verified.in_full);
  field("by_digest", verified.by_digest);
  field("unverified", verified.unverified);
}

// The outcome of one trial: one configuration of one variant on one instance.
struct TrialResult {
  TrialStatus status = TrialStatus::error;
  std::string message;                       // for every status but ok
  std::optional<double> verification_error;  // deviation in units of the tolerance; <= 1 passes
  StopReason stop = StopReason::precise;
  double compile_seconds = 0;
  double prepare_seconds = 0;
  double verify_seconds = 0;
  VerifiedSamples verified;
  // The contender whose outputs are the reference, if the problem has no other: a result that
  // passes agrees with the contender's, and both may be wrong. "": an independent reference.
  std::string agrees_with;
  std::vector<Sample> samples;
  std::vector<Fact> facts;

  [[nodiscard]] bool ok() const { return status == TrialStatus::ok; }
};
void fields(auto& field, Of<TrialResult> auto& result) {
  field("status", result.status, trial_status_from);
  field("message", result.message);
  field("verification_error", result.verification_error);
  field("stop", result.stop, stop_reason_from);
  field("compile_seconds", result.compile_seconds);
  field("prepare_seconds", result.prepare_seconds);
  field("verify_seconds", result.verify_seconds);
  field("verified", result.verified);
  field("agrees_with", result.agrees_with);
  field("samples", result.samples);
  field("facts", result.facts);
}
[[nodiscard]] nlohmann::json to_json(const TrialResult& result);
// Throws internal Error on JSON of another shape.
[[nodiscard]] TrialResult trial_result_from_json(const nlohmann::json& json);

}  // namespace assay
