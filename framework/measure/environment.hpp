#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace assay {

// The state of this machine as far as it affects timings, as reported by /sys and /proc, for
// records and `assay doctor`. Keys for which the system gives no answer are left out:
//   governor          scaling governors of all processors, without repetitions: "performance"
//   frequency-driver  "intel_pstate", "acpi-cpufreq"
//   boost             "on" or "off"
//   smt               "on" or "off"
//   load              load average of the last minute: "0.35"
//   clock-source      "tsc"
//   clock-step-ns     smallest step of the steady clock that was seen
// `root` stands in for "/" so that a recorded tree can be read.
[[nodiscard]] std::map<std::string, std::string> read_environment(
    const std::filesystem::path& root = "/");

}  // namespace assay
