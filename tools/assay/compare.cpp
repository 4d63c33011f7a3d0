// assay compare: what the store knows of variants on instances, side by side.
#include <fmt/format.h>

#include <iterator>

#include "framework/core/error.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/output.hpp"

namespace assay::command {
namespace {

struct CompareFlags {
  StoreFlag store;
  OutputFlags output;
  CompareOptions options;
  std::string scenario;
  std::int64_t run = 0;
};

// What the recorded scenarios set beside their instances. One that this version cannot read (a
// newer assay wrote it) costs its figures, not the comparison.
Beside recorded_beside(const Store& store, const CompareOptions& options) {
  Beside all;
  for (const auto& scenario : store.scenarios(options.run)) {
    if (options.scenario && *options.scenario != scenario.name) continue;
    try {
      Beside beside = parse_scenario(scenario.text, scenario.name + ".toml (as recorded)").beside;
      std::move(beside.derived.begin(), beside.derived.end(), std::back_inserter(all.derived));
      std::move(beside.published.begin(), beside.published.end(),
                std::back_inserter(all.published));
    } catch (const Error& error) {
      fmt::print(stderr, "published figures and derived quantities of '{}' are not shown: {}\n",
                 scenario.name, error.what());
    }
  }
  return all;
}

}  // namespace

void add_compare(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "compare", "Compare variants by instance: medians, intervals, speed-ups, phases, floors.");
  auto flags = std::make_shared<CompareFlags>();
  auto& options = flags->options;
  flags->store.add_to(command);
  flags->output.add_to(command);
  command.add("--reference", &options.reference,
              "The variant that speed-ups refer to (default: the slowest).");
  command.add("--machine", &options.machines,
              "Fingerprints, or their beginnings (default: the machine of the latest run).");
  command.add("--problem", &options.problems, "Only these problems.");
  command.add("--variant", &options.variants, "Only these variants.");
  command.add("--instance", &options.instances, "Only these instances, by number.");
  command.add("--scenario", &flags->scenario, "Only runs of the scenario of this name.");
  command.add("--run", &flags->run, "Only this run, by number.");
  command.add("--objective", &options.mode,
              "The objective, with or without the cache mode: energy, 'time cold' (default: "
              "the one recorded last).");
  command.add("--all-builds", &options.all_builds, "Every build, not just the latest.");
  command.add("--confidence", &options.confidence, "Of all intervals.").within(0.5, 0.9999);
  command.callback([flags, &invocation] {
    if (!flags->scenario.empty()) flags->options.scenario = flags->scenario;
    if (flags->run != 0) flags->options.run = flags->run;
    const Store store = flags->store.open(Store::Mode::read_only);
    flags->options.beside = recorded_beside(store, flags->options);
    const Comparison comparison = compare(store, flags->options);
    flags->output.write(comparison);
    invocation.exit_code = verdict_exit(comparison);
  });
}

}  // namespace assay::command
