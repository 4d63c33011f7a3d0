#include "framework/core/trial_status.hpp"

#include "framework/core/enumerator.hpp"

namespace assay {
namespace {

constexpr std::array status_names = {
    "ok",           "unsupported",  "invalid",    "compile-error", "out-of-memory",
    "device-error", "wrong-output", "not-finite", "out-of-bounds", "input-changed",
    "timeout",      "crash",        "error",      "stopped"};
static_assert(status_names.size() == static_cast<std::size_t>(TrialStatus::stopped) + 1);

}  // namespace

const char* to_string(TrialStatus status) {
  return status_names.at(static_cast<std::size_t>(status));
}

TrialStatus trial_status_from(const std::string& name) {
  return enumerator<TrialStatus>(status_names, name, "trial status");
}

bool is_wrong(TrialStatus status) {
  return status == TrialStatus::wrong_output || status == TrialStatus::not_finite ||
         status == TrialStatus::out_of_bounds || status == TrialStatus::input_changed;
}

}  // namespace assay
