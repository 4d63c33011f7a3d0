#include "tools/assay/comparison_flags.hpp"

#include <fmt/format.h>

#include "framework/core/error.hpp"
#include "tools/common/console.hpp"

namespace assay::command {

RankingSpec ranking_of(const Scenario& scenario) {
  return {scenario.reference, scenario.finals.margin, scenario.instances};
}

std::vector<Scenario> recorded_scenarios(const Store& store, const CompareOptions& options) {
  std::vector<Scenario> scenarios;
  for (const auto& stored : store.scenarios(options.run)) {
    if (options.scenario && *options.scenario != stored.name) continue;
    try {
      scenarios.push_back(parse_scenario(stored.text, stored.name + ".toml (as recorded)"));
    } catch (const Error& error) {
      tell(
          "note: references, margins, published figures, derived quantities and Pareto fronts of "
          "'{}' are left out: {}\n",
          stored.name, error.what());
    }
  }
  return scenarios;
}

void add_declared(const std::vector<Scenario>& scenarios, CompareOptions& options) {
  Beside& all = options.beside;
  for (const Scenario& scenario : scenarios) {
    const Beside& beside = scenario.beside;
    all.derived.insert(all.derived.end(), beside.derived.begin(), beside.derived.end());
    all.published.insert(all.published.end(), beside.published.begin(), beside.published.end());
    options.rankings.push_back(ranking_of(scenario));
    if (!scenario.pareto.empty()) options.pareto.push_back(scenario.pareto);
  }
}

void ComparisonFlags::add_to(const Subcommand& command) {
  store.add_to(command);
  command.add("--reference", &chosen.reference,
              "The variant that speed-ups refer to (default: the slowest).");
  command.add("--machine", &chosen.machines,
              "Only these machines, by fingerprint or its beginning (default: the machine of the "
              "latest run).");
  command.add("--problem", &chosen.problems, "Only these problems.");
  command.add("--variant", &chosen.variants, "Only these variants.");
  command.add("--instance", &chosen.instances, "Only these instances, by number.");
  command.add(
      "--scenario", &scenario,
      "Only what this scenario measured, or took over because another one had measured it.");
  command.add("--run", &run, "Only this run, by number.");
  command.add("--objective", &chosen.mode,
              "The objective, with or without the cache mode: energy, 'time cold' (default: "
              "the one recorded last).");
  command.add("--all-builds", &chosen.all_builds, "Every build, not just the latest.");
  command.add("--confidence", &chosen.confidence, "The confidence level of all intervals.")
      .within(0.5, 0.9999);
}

CompareOptions ComparisonFlags::options(const Store& opened) const {
  CompareOptions options = chosen;
  if (!scenario.empty()) options.scenario = scenario;
  if (run != 0) options.run = run;
  add_declared(recorded_scenarios(opened, options), options);
  return options;
}

}  // namespace assay::command
