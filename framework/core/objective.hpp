#pragma once

#include <string>

#include "framework/core/sample.hpp"
#include "framework/core/sampling_options.hpp"

namespace assay {

// The quantity to be minimised: the whole sample, its device time, one phase, or the energy of a
// run.
struct Objective {
  std::string name = "time";  // "time", "device-time", "phase:NAME", or "energy"
  // The value of a sample; for a phase, its device time if there is any. Throws usage Error if the
  // sample has no such phase or no energy.
  [[nodiscard]] double of(const Sample& sample) const;
  [[nodiscard]] bool is_energy() const { return name == "energy"; }
  [[nodiscard]] const char* unit() const { return is_energy() ? "J" : "s"; }  // of the value
};
// The objective of samples that another tool took by the clock that counts a process's own time,
// which is what their `seconds` are. assay does not measure this itself, and require_objective
// rejects it.
inline constexpr const char* foreign_cpu_time = "cpu-time";
// Throws usage Error naming the nearest objective if there is none called `name`.
void require_objective(const std::string& name);

// The mode of a result, what was measured and how, by which results are distinguished: "time warm",
// "energy warm".
[[nodiscard]] std::string mode_text(const Objective& objective, CacheMode cache);
[[nodiscard]] Objective objective_of_mode(const std::string& mode);

}  // namespace assay
