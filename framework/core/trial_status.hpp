#pragma once

#include <string>

namespace assay {

enum class TrialStatus {
  ok,
  unsupported,    // the variant or device cannot do this; the text says why
  invalid,        // the plugin refused the configuration
  compile_error,  // text holds the build log
  out_of_memory,
  device_error,
  wrong_output,   // beyond the tolerance
  not_finite,     // NaN or infinity where the reference is finite
  out_of_bounds,  // guard zones around memory were overwritten
  input_changed,  // the variant wrote into memory that it should only read
  timeout,        // compile or run limit
  crash,          // the worker died; text names the signal
  error,          // anything else a plugin reports
  stopped,        // requested by the supervisor; says nothing about the configuration, not recorded
};
[[nodiscard]] const char* to_string(TrialStatus status);  // "ok", "compile-error", ...
[[nodiscard]] TrialStatus trial_status_from(const std::string& name);
// Whether a trial of that status produced a wrong result: its configuration cannot win, no matter
// how many of its other trials passed.
[[nodiscard]] bool is_wrong(TrialStatus status);

}  // namespace assay
