#include "framework/measure/environment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
#include <set>

namespace assay {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> first_word(const fs::path& file) {
  std::ifstream in(file);
  std::string word;
  if (in >> word) return word;
  return std::nullopt;
}

std::string governors(const fs::path& cpus) {
  std::set<std::string> names;
  std::error_code unreadable;
  for (const auto& cpu : fs::directory_iterator(cpus, unreadable)) {
    if (auto name = first_word(cpu.path() / "cpufreq/scaling_governor")) names.insert(*name);
  }
  return fmt::format("{}", fmt::join(names, " "));
}

// acpi-cpufreq says 1 for boost; intel_pstate says 1 for no_turbo.
std::optional<std::string> boost(const fs::path& cpus) {
  if (auto boost = first_word(cpus / "cpufreq/boost")) return *boost == "1" ? "on" : "off";
  if (auto off = first_word(cpus / "intel_pstate/no_turbo")) return *off == "1" ? "off" : "on";
  return std::nullopt;
}

std::int64_t clock_step_ns() {
  using Clock = std::chrono::steady_clock;
  auto smallest = Clock::duration::max();
  for (int repetition = 0; repetition < 100; ++repetition) {
    const auto before = Clock::now();
    auto after = Clock::now();
    while (after == before) after = Clock::now();
    smallest = std::min(smallest, after - before);
  }
  return std::chrono::duration_cast<std::chrono::nanoseconds>(smallest).count();
}

}  // namespace

std::map<std::string, std::string> read_environment(const fs::path& root) {
  const fs::path cpus = root / "sys/devices/system/cpu";
  std::map<std::string, std::string> facts;
  const auto set = [&](const char* key, const std::optional<std::string>& value) {
    if (value && !value->empty()) facts[key] = *value;
  };
  set("governor", governors(cpus));
  set("frequency-driver", first_word(cpus / "cpu0/cpufreq/scaling_driver"));
  set("boost", boost(cpus));
  if (auto active = first_word(cpus / "smt/active")) set("smt", *active == "1" ? "on" : "off");
  set("load", first_word(root / "proc/loadavg"));
  set("clock-source",
      first_word(root / "sys/devices/system/clocksource/clocksource0/current_clocksource"));
  set("clock-step-ns", fmt::to_string(clock_step_ns()));
  return facts;
}

}  // namespace assay
