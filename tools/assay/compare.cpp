// assay compare: what the store knows of variants on instances, side by side.
#include <unistd.h>

#include <iostream>

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

}  // namespace

void add_compare(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand(
      "compare", "Compare variants by instance: medians, intervals, speed-ups, phases, floors.");
  auto flags = std::make_shared<CompareFlags>();
  auto& options = flags->options;
  flags->store.add_to(*command);
  flags->output.add_to(*command);
  command->add_option("--reference", options.reference,
                      "The variant that speed-ups refer to (default: the slowest).");
  command->add_option(
      "--machine", options.machines,
      "Fingerprints, or their beginnings (default: the machine of the latest run).");
  command->add_option("--problem", options.problems, "Only these problems.");
  command->add_option("--variant", options.variants, "Only these variants.");
  command->add_option("--instance", options.instances, "Only these instances, by number.");
  command->add_option("--scenario", flags->scenario, "Only runs of the scenario of this name.");
  command->add_option("--run", flags->run, "Only this run, by number.");
  command->add_option("--objective", options.mode,
                      "The objective (default: the one recorded last).");
  command->add_flag("--all-builds", options.all_builds, "Every build, not just the latest.");
  command->add_option("--confidence", options.confidence, "Of all intervals.")
      ->check(CLI::Range(0.5, 0.9999));
  command->callback([flags, &invocation] {
    if (!flags->scenario.empty()) flags->options.scenario = flags->scenario;
    if (flags->run != 0) flags->options.run = flags->run;
    const Store store = flags->store.open(Store::Mode::read_only);
    const Comparison comparison = compare(store, flags->options);
    flags->output.write(comparison);
    invocation.exit_code = verdict_exit(comparison);
  });
}

}  // namespace assay::command
