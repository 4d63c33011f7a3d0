// The words of the T4 format, for its reader and its writer. Internal to the store.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/core/trial_status.hpp"

namespace assay {

// The number of seconds in a unit of time: "s", "milliseconds", "miliseconds", ... in upper or
// lower case. Nothing for an unknown word.
[[nodiscard]] std::optional<double> t4_seconds_per(const std::string& unit);
[[nodiscard]] std::vector<std::string> t4_units();

// The status of a trial with that "invalidity"; invalid for configurations that constraints
// exclude. Nothing for an unknown word.
[[nodiscard]] std::optional<TrialStatus> t4_status(const std::string& invalidity);
[[nodiscard]] std::vector<std::string> t4_invalidities();

// The "invalidity" of a trial with that status, or the nearest one if T4 has no word for it.
[[nodiscard]] const char* t4_invalidity(TrialStatus status);

// Whether the name of an objective says that it is a time: "time", "kernel_time", "Runtime".
[[nodiscard]] bool t4_is_time(const std::string& objective);

}  // namespace assay
