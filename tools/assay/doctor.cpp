// assay doctor: whether this machine can measure, and what would improve its measurements.
#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "framework/core/paths.hpp"
#include "framework/device/machine.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/findings.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

struct DoctorFlags {
  WorkerFlags worker;
  std::string store;
  double noise_seconds = 3;
  bool json = false;
};

std::vector<Finding> examine_plugins(const Catalog& catalog) {
  std::vector<Finding> findings;
  std::vector<std::string> names;
  for (const auto& plugin : catalog.plugins) names.push_back(plugin.name);
  if (names.empty()) {
    findings.push_back({"plugins", Severity::fatal, "none could be loaded",
                        "name their folder with --plugins or ASSAY_PLUGIN_PATH"});
  } else {
    findings.push_back({"plugins", Severity::good,
                        fmt::format("{} loaded: {}", names.size(), fmt::join(names, ", ")), ""});
  }
  for (const auto& skipped : catalog.skipped) {
    findings.push_back({"plugin", Severity::warning, skipped.path + ": " + skipped.reason,
                        "fix it or remove it from the folder"});
  }
  return findings;
}

std::vector<Finding> examine_devices(WorkerClient& worker) {
  std::vector<Finding> findings;
  for (const auto& device : worker.catalog().devices) {
    const std::string subject = "device " + device.id;
    try {
      const Peaks peaks = worker.measure_peaks(device.id);
      findings.push_back(
          {subject, Severity::good,
           fmt::format("{} ({}): {:.4g} / {:.4g} GFLOP/s single / double, copies {:.4g} GB/s",
                       device.name, device.driver, peaks.flops_single * 1e-9,
                       peaks.flops_double * 1e-9, peaks.bandwidth * 1e-9),
           ""});
    } catch (const Error& error) {
      findings.push_back({subject, Severity::fatal, device.name + ": " + error.what(),
                          "fix its driver, or leave it out of scenarios"});
    }
  }
  if (const auto reason = device::opencl_unavailable_reason(); !reason.empty()) {
    findings.push_back({"OpenCL", Severity::warning, reason,
                        "for OpenCL on the CPU install pocl-opencl-icd, for a GPU its driver"});
  }
  for (const auto& missing : device::missing_for_cuda()) {
    findings.push_back({missing.what, Severity::warning, missing.reason, missing.cure});
  }
  return findings;
}

std::vector<Finding> examine_limits() {
  std::vector<Finding> findings;
  for (const auto& [device, ranges] : device::cuda_limits()) {
    Finding finding{"limits " + device, Severity::good, to_string(ranges), ""};
    if (ranges.watts && ranges.default_watts && *ranges.watts != *ranges.default_watts) {
      finding.severity = Severity::warning;
      finding.cure = fmt::format(
          "somebody limits its power: unless that is meant to last, `nvidia-smi -pl {}` sets the "
          "default of {} W",
          *ranges.default_watts, *ranges.default_watts);
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::vector<Finding> examine(const DoctorFlags& flags) {
  std::vector<Finding> findings;
  const auto add = [&](std::vector<Finding> more) {
    findings.insert(findings.end(), std::make_move_iterator(more.begin()),
                    std::make_move_iterator(more.end()));
  };
  WorkerClient worker(flags.worker.options(std::filesystem::current_path()));
  const auto& machine = worker.catalog().machine;
  std::string identity = machine.fingerprint();
  for (const auto& [name, value] : machine.attributes)
    identity += fmt::format(", {} {}", name, value);
  findings.push_back({"machine", Severity::good, identity, ""});
  add(examine_plugins(worker.catalog()));
  add(examine_environment());
  findings.push_back(examine_noise(flags.noise_seconds));
  add(examine_devices(worker));
  add(examine_limits());
  findings.push_back(examine_folder("cache", cache_folder().string()));
  const auto file = std::filesystem::absolute(store_file(flags.store));
  findings.push_back(examine_folder("store", file.parent_path().string()));
  if (exists(file)) add(examine_store(file));
  return findings;
}

void print(const std::vector<Finding>& findings, bool colours) {
  for (const auto& finding : findings) {
    const auto [mark, colour] =
        finding.severity == Severity::good      ? std::pair("ok  ", fmt::terminal_color::green)
        : finding.severity == Severity::warning ? std::pair("warn", fmt::terminal_color::yellow)
                                                : std::pair("FAIL", fmt::terminal_color::red);
    say_styled(colours ? fmt::fg(colour) : fmt::text_style(), mark);
    say("  {:<16} {}\n", finding.subject, finding.text);
    if (!finding.cure.empty()) say("      {:<16} -> {}\n", "", finding.cure);
  }
}

nlohmann::json to_json(const std::vector<Finding>& findings) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& finding : findings) {
    const char* severity = finding.severity == Severity::good      ? "good"
                           : finding.severity == Severity::warning ? "warning"
                                                                   : "fatal";
    list.push_back({{"subject", finding.subject},
                    {"severity", severity},
                    {"text", finding.text},
                    {"cure", finding.cure}});
  }
  return list;
}

}  // namespace

void add_doctor(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "doctor", "Check devices, drivers, plugins, clock, noise and results, and say what to fix.");
  auto flags = std::make_shared<DoctorFlags>();
  flags->worker.add_to(command);
  const Option store =
      command
          .add("--store", &flags->store,
               "Check only a store, with everything in it: this file or, if none is named, the "
               "default one ($ASSAY_STORE, else results/results.db).")
          .value_optional();
  command
      .add("--noise-seconds", &flags->noise_seconds,
           "How many seconds to repeat identical work for.")
      .within(0.1, 600.0);
  command.add("--json", &flags->json, "Print the findings as JSON.");
  command.callback([flags, store, &invocation] {
    const auto findings = store.given() ? examine_store(store_file(flags->store)) : examine(*flags);
    if (flags->json) {
      std::cout << to_json(findings).dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
                << '\n';
    } else {
      print(findings, shows_colours(STDOUT_FILENO));
    }
    const bool fatal = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
      return finding.severity == Severity::fatal;
    });
    invocation.exit_code = fatal ? environment : fine;
  });
}

}  // namespace assay::command
