#include "framework/core/trial.hpp"

#include "framework/core/enumerator.hpp"
#include "framework/core/json_fields.hpp"

namespace assay {
namespace {

constexpr std::array reason_names = {"precise", "budget", "raced"};
static_assert(reason_names.size() == static_cast<std::size_t>(StopReason::raced) + 1);

}  // namespace

const char* to_string(StopReason reason) {
  return reason_names.at(static_cast<std::size_t>(reason));
}

StopReason stop_reason_from(const std::string& name) {
  return enumerator<StopReason>(reason_names, name, "reason to stop sampling");
}

nlohmann::json to_json(const TrialResult& result) { return json_of(result); }

TrialResult trial_result_from_json(const nlohmann::json& json) {
  return read_json("trial result", [&] { return read_as<TrialResult>(json); });
}

}  // namespace assay
