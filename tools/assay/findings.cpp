#include "tools/assay/findings.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "framework/core/error.hpp"
#include "framework/measure/environment.hpp"
#include "framework/measure/noise.hpp"
#include "framework/store/store_check.hpp"

namespace assay::command {
namespace {

// Above these limits the noise of the machine hides typical improvements (a percent or two).
constexpr double spread_limit = 0.02;
constexpr double worst_limit = 1.5;
constexpr double clock_step_limit_ns = 1000;
constexpr double free_gib_limit = 1;

Finding frequency(const std::map<std::string, std::string>& facts) {
  const auto governor = facts.find("governor");
  if (governor == facts.end()) {
    return {"frequency", Severity::good,
            "the system reports no frequency scaling (usual in a virtual machine)", ""};
  }
  if (governor->second == "performance") {
    return {"frequency", Severity::good, "governor performance", ""};
  }
  return {
      "frequency", Severity::warning, "governor " + governor->second,
      "clocks follow the load; to fix them, run as root: cpupower frequency-set -g performance"};
}

Finding load(const std::map<std::string, std::string>& facts) {
  const auto at = facts.find("load");
  if (at == facts.end()) return {"load", Severity::good, "not reported by the system", ""};
  const double value = std::strtod(at->second.c_str(), nullptr);
  const double cores = std::max(1U, std::thread::hardware_concurrency());
  const auto text = fmt::format("{} over the last minute on {} cores", at->second, cores);
  if (value < 0.25 * cores) return {"load", Severity::good, text, ""};
  return {"load", Severity::warning, text,
          "other work is running here: wait until it ends, or stop it"};
}

Finding clock(const std::map<std::string, std::string>& facts) {
  const auto step = facts.find("clock-step-ns");
  const auto source = facts.find("clock-source");
  const auto text =
      fmt::format("{}, step {} ns", source == facts.end() ? "unknown source" : source->second,
                  step == facts.end() ? "unknown" : step->second);
  if (step == facts.end() || std::strtod(step->second.c_str(), nullptr) <= clock_step_limit_ns) {
    return {"clock", Severity::good, text, ""};
  }
  return {"clock", Severity::warning, text, "too coarse for short kernels: measure longer ones"};
}

}  // namespace

std::vector<Finding> examine_environment() {
  const auto facts = read_environment();
  return {clock(facts), frequency(facts), load(facts)};
}

Finding examine_noise(double seconds) {
  const Noise noise = measure_noise(seconds);
  const auto text = fmt::format(
      "{} repetitions of {:.2f} ms: middle half within {:.2f} %, slowest {:.2f} times the median",
      noise.samples, noise.median_seconds * 1e3, noise.relative_spread * 100,
      noise.worst_over_median);
  if (noise.relative_spread <= spread_limit && noise.worst_over_median <= worst_limit) {
    return {"noise", Severity::good, text, ""};
  }
  return {
      "noise", Severity::warning, text,
      "identical work does not take identical time here: stop other work, pin clocks, or expect "
      "wide intervals"};
}

Finding examine_folder(const std::string& subject, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (access(folder.c_str(), W_OK) != 0) {
    return {subject, Severity::fatal, folder + " cannot be written",
            "fix its permissions or name another folder"};
  }
  const auto space = std::filesystem::space(folder, error);
  const double gib = static_cast<double>(space.available) / (1 << 30);
  const auto text = fmt::format("{} ({:.1f} GiB free)", folder, gib);
  if (!error && gib < free_gib_limit) return {subject, Severity::warning, text, "free some space"};
  return {subject, Severity::good, text, ""};
}

std::vector<Finding> examine_store(const std::filesystem::path& file) {
  constexpr const char* subject = "results";
  try {
    const StoreCheck check = check_store(file);
    std::vector<Finding> findings;
    for (const auto& [what, cure] : check.faults) {
      findings.push_back({subject, Severity::fatal, what, cure});
    }
    if (!findings.empty()) return findings;
    return {{subject, Severity::good,
             fmt::format("{}: {} trials of {} runs, all readable", file.string(), check.trials,
                         check.runs),
             ""}};
  } catch (const Error& error) {  // the message states what to do
    return {{subject, Severity::fatal, error.what(), ""}};
  }
}

}  // namespace assay::command
