// The words of the T4 format, for those who read and write it. Internal to the store.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/core/trial.hpp"

namespace assay {

// How many seconds a unit of time has: "s", "milliseconds", "miliseconds", ... in any case. Nothing
// for another word.
[[nodiscard]] std::optional<double> t4_seconds_per(const std::string& unit);
[[nodiscard]] std::vector<std::string> t4_units();

// The status of a trial with that "invalidity"; invalid for what constraints exclude. Nothing for
// another word.
[[nodiscard]] std::optional<TrialStatus> t4_status(const std::string& invalidity);
[[nodiscard]] std::vector<std::string> t4_invalidities();

// The "invalidity" of a trial with that status; for what T4 has no word the nearest.
[[nodiscard]] const char* t4_invalidity(TrialStatus status);

// Whether an objective is a time by its name: "time", "kernel_time", "Runtime".
[[nodiscard]] bool t4_is_time(const std::string& objective);

}  // namespace assay
