#include "framework/core/objective.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

constexpr std::string_view phase_prefix = "phase:";

std::vector<std::string> phase_names(const Sample& sample) {
  std::vector<std::string> names;
  for (const auto& phase : sample.phases) names.push_back(phase.name);
  return names;
}

// The device time of a phase if there is any, else its host time. A phase may be entered several
// times in a sample: its parts add up.
double phase_seconds(const Sample& sample, const std::string& name) {
  bool found = false;
  double host = 0;
  double device = 0;
  for (const auto& phase : sample.phases) {
    if (phase.name != name) continue;
    found = true;
    host += phase.host_seconds;
    device += phase.device_seconds;
  }
  if (!found) {
    throw usage_error("the objective 'phase:{}' names no phase of the sample; {}", name,
                      did_you_mean(name, phase_names(sample)));
  }
  return device > 0 ? device : host;
}

}  // namespace

double Objective::of(const Sample& sample) const {
  if (name == "time" || name == foreign_cpu_time) return sample.seconds;
  if (name == "device-time") return sample.device_seconds;
  if (name.starts_with(phase_prefix))
    return phase_seconds(sample, name.substr(phase_prefix.size()));
  require_objective(name);
  if (!sample.energy) throw usage_error("the sample has no energy");
  return sample.energy->joules_per_run();
}

void require_objective(const std::string& name) {
  const std::vector<std::string> known = {"time", "device-time", "energy"};
  if (name.starts_with(phase_prefix) || std::find(known.begin(), known.end(), name) != known.end())
    return;
  throw usage_error("there is no objective '{}'; {}", name,
                    did_you_mean(name, {"time", "device-time", "energy", "phase:NAME"}));
}

std::string mode_text(const Objective& objective, CacheMode cache) {
  return objective.name + " " + to_string(cache);
}

Objective objective_of_mode(const std::string& mode) { return {mode.substr(0, mode.rfind(' '))}; }

}  // namespace assay
