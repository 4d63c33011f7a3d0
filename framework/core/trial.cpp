#include "framework/core/trial.hpp"

#include <algorithm>
#include <array>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

constexpr std::array status_names = {
    "ok",           "unsupported",  "invalid",    "compile-error", "out-of-memory",
    "device-error", "wrong-output", "not-finite", "out-of-bounds", "input-changed",
    "timeout",      "crash",        "error",      "stopped"};
static_assert(status_names.size() == static_cast<std::size_t>(TrialStatus::stopped) + 1);

constexpr std::array reason_names = {"precise", "budget", "raced"};
static_assert(reason_names.size() == static_cast<std::size_t>(StopReason::raced) + 1);

constexpr std::array slowed_names = {"no", "retaken", "kept"};
static_assert(slowed_names.size() == static_cast<std::size_t>(Slowed::kept) + 1);

constexpr std::array cache_names = {"warm", "cold"};
static_assert(cache_names.size() == static_cast<std::size_t>(CacheMode::cold) + 1);

constexpr std::string_view phase_prefix = "phase:";

// The enumerator called `name`, by the position of that name in `names`.
template <class Enum, std::size_t n>
Enum enumerator(const std::array<const char*, n>& names, const std::string& name,
                const char* what) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) {
    throw usage_error("'{}' is not a {}; {}", name, what,
                      did_you_mean(name, {names.begin(), names.end()}));
  }
  return static_cast<Enum>(at - names.begin());
}

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
    throw usage_error("the objective 'phase:{}' names a phase that the sample does not have; {}",
                      name, did_you_mean(name, phase_names(sample)));
  }
  return device > 0 ? device : host;
}

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

const char* to_string(StopReason reason) {
  return reason_names.at(static_cast<std::size_t>(reason));
}

StopReason stop_reason_from(const std::string& name) {
  return enumerator<StopReason>(reason_names, name, "reason to stop sampling");
}

const char* to_string(Slowed slowed) { return slowed_names.at(static_cast<std::size_t>(slowed)); }

Slowed slowed_from(const std::string& name) {
  return enumerator<Slowed>(slowed_names, name, "word on how a sample was slowed down");
}

const char* to_string(CacheMode mode) { return cache_names.at(static_cast<std::size_t>(mode)); }

CacheMode cache_mode_from(const std::string& name) {
  return enumerator<CacheMode>(cache_names, name, "cache mode");
}

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
