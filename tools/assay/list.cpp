// assay list: the problems, variants and devices of the loaded plugins and this machine.
#include <fmt/format.h>

#include <iostream>

#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/printed_plan.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

struct ListFlags {
  WorkerFlags worker;
  ScenarioFlag kernels;
  std::string filter;
  bool brief = false;
  bool json = false;
};

std::string join_values(const std::vector<Value>& values) {
  std::vector<std::string> texts;
  for (const auto& value : values) texts.push_back(to_string(value));
  return fmt::format("{}", fmt::join(texts, ", "));
}

void print_details(const VariantDescription& variant) {
  for (const auto& parameter : variant.parameters) {
    say("    {:<20} {{{}}}  default {}{}\n    {:<20} {}\n", parameter.name,
        join_values(parameter.values), to_string(parameter.default_value),
        parameter.condition.empty() ? "" : "  if " + parameter.condition, "", parameter.doc);
  }
  for (const auto& constraint : variant.constraints) {
    say("    requires {}  ({})\n", constraint.expression, constraint.reason);
  }
}

void print_details(const ProblemDescription& problem) {
  for (const auto& argument : problem.arguments) {
    say("  {:<20} default {}{}\n  {:<20} {}\n", argument.name, to_string(argument.default_value),
        argument.choices.empty() ? "" : "  of " + join_values(argument.choices), "", argument.doc);
  }
  for (const auto& tensor : problem.tensors) {
    say("  {} tensor {}: {}\n", tensor.output ? "output" : "input", tensor.name, tensor.doc);
  }
  if (!problem.agrees_with.empty()) {
    say("  no independent reference: outputs must agree with those of {} at its defaults\n",
        problem.agrees_with);
  }
}

// Prints a problem: a filter that matches its name selects all of its variants, else the matching
// ones.
void print_problem(const ProblemDescription& problem, const Catalog& catalog,
                   const ListFlags& flags) {
  const auto names = [&](const std::string& name) {
    return name.find(flags.filter) != std::string::npos;
  };
  auto variants = catalog.variants_of(problem.name);
  if (!names(problem.name)) {
    std::erase_if(variants, [&](const auto* variant) { return !names(variant->name); });
    if (variants.empty()) return;
  }
  say("problem {}  [plugin {}]\n  {}\n", problem.name, problem.plugin, problem.doc);
  if (!flags.brief) print_details(problem);
  for (const auto* variant : variants) {
    say("  variant {}  [{}, plugin {}, build {}]\n    {}\n", variant->name, variant->backend,
        variant->plugin, variant->build_id.substr(0, 8), variant->doc);
    if (!flags.brief) print_details(*variant);
  }
  say("\n");
}

void print_catalog(const Catalog& catalog, const ListFlags& flags) {
  for (const auto& problem : catalog.problems) print_problem(problem, catalog, flags);
  for (const auto& variant : catalog.variants) {
    const bool orphan = std::none_of(catalog.problems.begin(), catalog.problems.end(),
                                     [&](const auto& p) { return p.name == variant.problem; });
    if (orphan) {
      say("variant {} solves '{}', which no loaded plugin provides\n", variant.name,
          variant.problem);
    }
  }
  for (const auto& device : catalog.devices) {
    say("device {}  {}  ({})\n", device.id, device.name, device.driver);
    if (flags.brief) continue;
    for (const auto& [name, value] : device.facts) say("  {:<28} {:.15g}\n", name, value);
  }
  for (const auto& plugin : catalog.plugins) {
    say("plugin {} {}  {}\n", plugin.name, plugin.version, plugin.path);
  }
  for (const auto& skipped : catalog.skipped) {
    say("skipped {}: {}\n", skipped.path, skipped.reason);
  }
}

// Prints the valid configurations of a scenario, or why there are none here. What it lists of the
// catalog is worth knowing in either case.
void print_configurations(const ScenarioFlag& flag, const Catalog& catalog) {
  try {
    say("valid configurations\n");
    print_plan(read_scenario(scenario_file(flag.file)), catalog);
  } catch (const Error& error) {
    say("none: {}\n", error.what());
  }
}

}  // namespace

void add_list(CommandLine& line, Invocation& /*invocation*/) {
  const Subcommand command = line.add_subcommand(
      "list", "Show problems, variants with their parameters, devices and plugins.");
  auto flags = std::make_shared<ListFlags>();
  flags->worker.add_to(command);
  flags->kernels.add_to(command);
  command.add("name", &flags->filter, "Only problems and variants whose names contain this.");
  command.add("--brief", &flags->brief, "Leave out parameters, arguments, tensors and facts.");
  command.add("--json", &flags->json, "Print everything as JSON.");
  command.callback([flags] {
    WorkerClient worker(flags->kernels.options(flags->worker));
    const Catalog& catalog = worker.catalog();
    if (flags->json) {
      std::cout << to_json(catalog).dump(2) << '\n';
    } else {
      print_catalog(catalog, *flags);
      if (!flags->kernels.file.empty() && !flags->brief) {
        print_configurations(flags->kernels, catalog);
      }
    }
  });
}

}  // namespace assay::command
