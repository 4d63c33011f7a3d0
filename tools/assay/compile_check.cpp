#include "tools/assay/compile_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/device/machine.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/tune/compile_check.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

DeviceDescription device_called(const std::string& id, const Catalog& catalog) {
  const auto here = std::ranges::find(catalog.devices, id, &DeviceDescription::id);
  return here != catalog.devices.end() ? *here : device::open(id, {})->description();
}

// The plan of the scenario on a machine that has this device alone.
Plan plan_on(const DeviceDescription& device, Scenario scenario, Catalog catalog) {
  catalog.devices = {device};
  for (VariantSpec& variant : scenario.variants) variant.device.clear();
  Plan plan = make_plan(scenario, catalog);
  for (const std::string& note : plan.notes) {
    if (std::ranges::find(plan.left_out, note) == plan.left_out.end()) say("note {}\n", note);
  }
  const bool any = std::ranges::any_of(
      plan.contests, [](const Contest& contest) { return !contest.contenders.empty(); });
  if (!any) {
    throw environment_error("no variant of the scenario runs on {}: none is for {}", device.id,
                            device.backend);
  }
  return plan;
}

// What tells the failures of one cause from others. A compiler's first line tells the
// configuration's options, and a message of one line begins with the place of what it is about.
std::string_view cause_of(const CompileFailure& failure) {
  const std::string_view message = failure.result.message;
  const auto end = message.find('\n');
  return end == std::string_view::npos ? message.substr(0, message.find(": "))
                                       : message.substr(end);
}

std::string indented(const std::string& text) {
  std::string result = "      ";
  for (const char c : text) {
    result += c;
    if (c == '\n') result += "      ";
  }
  return result;
}

// Prints each cause once, with the first configuration that it kept from compiling.
void print_failures(const std::vector<CompileFailure>& failures) {
  std::vector<std::pair<const CompileFailure*, std::size_t>> distinct;
  for (const CompileFailure& failure : failures) {
    const auto known = std::ranges::find_if(
        distinct, [&](const auto& each) { return cause_of(*each.first) == cause_of(failure); });
    if (known == distinct.end()) {
      distinct.emplace_back(&failure, 0);
    } else {
      ++known->second;
    }
  }
  for (const auto& [failure, more] : distinct) {
    say("    {}{}: {}\n{}\n", to_string(failure->configuration),
        more == 0 ? "" : fmt::format(" and {} more", more), to_string(failure->result.status),
        indented(failure->result.message));
  }
}

void print(const CompileCheck& check) {
  const Contender& contender = *check.contender;
  if (!check.left_out.empty()) {
    say("  {} on {}: left out: {}\n", contender.variant.name, contender.device.id, check.left_out);
    return;
  }
  say("  {} on {}: {} configuration{}, {} of {} tried compile\n", contender.variant.name,
      contender.device.id, check.size, check.size == 1 ? "" : "s",
      check.compiled - check.failures.size(), check.compiled);
  print_failures(check.failures);
  print_failures(check.excluded);
  for (const std::string& each : check.unchecked) say("    not checked: {}\n", each);
}

}  // namespace

int check_compiling(const Scenario& scenario, const WorkerOptions& options, const std::string& id) {
  WorkerClient worker(options);
  const DeviceDescription device = device_called(id, worker.catalog());
  const Plan plan = plan_on(device, scenario, worker.catalog());
  const auto checks = compile_corners(plan, worker, options, std::thread::hardware_concurrency(),
                                      scenario.limits.compile_seconds);
  const Contest* last = nullptr;
  for (const CompileCheck& check : checks) {
    if (check.contest != last) {
      say("{} {}\n", check.contest->problem, to_string(check.contest->arguments));
    }
    last = check.contest;
    print(check);
  }
  const bool all_compile =
      std::ranges::all_of(checks, [](const CompileCheck& check) { return check.failures.empty(); });
  return all_compile ? fine : failed;
}

}  // namespace assay::command
