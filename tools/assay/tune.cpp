// assay tune: searches every variant's space on every instance of a scenario, then compares.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>

#include "framework/scenario/plan.hpp"
#include "framework/tune/tuner.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/output.hpp"
#include "tools/assay/progress.hpp"

namespace assay::command {
namespace {

struct TuneFlags {
  WorkerFlags worker;
  StoreFlag store;
  OutputFlags output;
  std::string scenario;
};

std::atomic<bool> stop_requested = false;

// The first Ctrl-C ends after the trial in hand; the second one ends the program as usual.
void request_stop(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

// Compares exactly what the scenario asked for, whichever run recorded it.
Comparison compare_contests(const Store& store, const Scenario& scenario,
                            const std::vector<std::int64_t>& instances) {
  CompareOptions options;
  options.reference = scenario.reference;
  options.instances = instances;
  options.mode = scenario.objective.name;
  options.confidence = scenario.sampling.confidence;
  for (const auto& variant : scenario.variants) options.variants.push_back(variant.name);
  return compare(store, options);
}

int tune_scenario(const TuneFlags& flags, const std::string& command_line) {
  const Scenario scenario = read_scenario(scenario_file(flags.scenario));
  Store store = flags.store.open(Store::Mode::read_write);
  const auto folder = std::filesystem::absolute(scenario.file).parent_path();
  const WorkerOptions options = flags.worker.options(folder, scenario.limits);
  WorkerClient worker(options);
  const Plan plan = make_plan(scenario, worker.catalog());

  RunRecord run;
  run.command = command_line;
  run.scenario_name = scenario.name;
  run.scenario_text = scenario.text;
  run.assay_version = ASSAY_VERSION;
  run.environment = environment_json();
  Session session(store, worker, run, scenario.objective, scenario.limits);

  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
  Progress progress(isatty(STDERR_FILENO) != 0);
  for (const auto& skipped : worker.catalog().skipped) {
    progress.note(fmt::format("plugin {} is skipped: {}", skipped.path, skipped.reason));
  }
  const auto tuned = tune(session, scenario, plan, options, progress, stop_requested);
  if (tuned.instances.empty()) return inconclusive;
  const Comparison comparison = compare_contests(store, scenario, tuned.instances);
  flags.output.write(comparison);
  return tuned.finished ? verdict_exit(comparison) : inconclusive;
}

}  // namespace

void add_tune(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand(
      "tune", "Search the configurations of every variant in a scenario; resumes when repeated.");
  auto flags = std::make_shared<TuneFlags>();
  flags->worker.add_to(*command);
  flags->store.add_to(*command);
  flags->output.add_to(*command);
  command
      ->add_option("scenario", flags->scenario,
                   "The scenario file, or the name of one that is shipped.")
      ->required();
  command->callback([flags, &invocation] {
    invocation.exit_code = tune_scenario(*flags, invocation.command_line);
  });
}

}  // namespace assay::command
