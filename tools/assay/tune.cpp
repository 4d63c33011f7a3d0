// assay tune: searches every variant's space on every instance of a scenario, then compares.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <set>

#include "framework/scenario/narrow.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/tune/strategy/strategies.hpp"
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
  std::vector<std::string> where;  // NAME=VALUE of instances
  Narrowing narrowing;             // but for what `where` says
  bool check = false;
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
  options.beside = scenario.beside;
  options.instances = instances;
  options.mode = mode_text(scenario.objective, scenario.sampling.cache);
  options.confidence = scenario.sampling.confidence;
  // A variant that was left out here may be unknown to the store.
  std::set<std::string> recorded;
  for (const auto& variant : store.variants()) recorded.insert(variant.name);
  if (recorded.count(scenario.reference) != 0) options.reference = scenario.reference;
  for (const auto& variant : scenario.variants) {
    if (recorded.count(variant.name) != 0) options.variants.push_back(variant.name);
  }
  return compare(store, options);
}

// What the scenario means on this machine, without measuring anything.
void print_plan(const Plan& plan) {
  for (const auto& note : plan.notes) fmt::print("note {}\n", note);
  for (const auto& contest : plan.contests) {
    fmt::print("{} {}\n", contest.problem, to_string(contest.arguments));
    for (const auto& contender : contest.contenders) {
      fmt::print("  {} on {}\n", contender.variant.name, contender.device.id);
    }
  }
}

Scenario chosen_scenario(const TuneFlags& flags) {
  Narrowing narrowing = flags.narrowing;
  narrowing.where = parse_bindings(flags.where, "--where");
  return narrow(read_scenario(scenario_file(flags.scenario)), narrowing);
}

int tune_scenario(const TuneFlags& flags, const std::string& command_line) {
  const Scenario scenario = chosen_scenario(flags);
  require_strategy(scenario.tune.strategy);
  const auto folder = std::filesystem::absolute(scenario.file).parent_path();
  const WorkerOptions options = flags.worker.options(folder, scenario.limits);
  WorkerClient worker(options);
  const Plan plan = make_plan(scenario, worker.catalog());
  if (flags.check) {
    print_plan(plan);
    return fine;
  }
  Store store = flags.store.open(Store::Mode::read_write);

  RunRecord run;
  run.command = command_line;
  run.scenario_name = scenario.name;
  run.scenario_text = scenario.text;
  run.assay_version = ASSAY_VERSION;
  run.environment = environment_json();
  Session session(store, worker, run, scenario);

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
  command
      ->add_option("--variants", flags->narrowing.variants,
                   "Only these of the scenario's variants, separated by commas.")
      ->delimiter(',');
  command
      ->add_option("--where", flags->where,
                   "NAME=VALUE: only instances with this argument (or problem); several values of "
                   "a name all count.")
      ->delimiter(',');
  command
      ->add_option("--trials", flags->narrowing.trials,
                   "For each variant and instance, in place of the scenario's.")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--seconds", flags->narrowing.seconds,
                   "For each variant and instance, in place of the scenario's.")
      ->check(CLI::PositiveNumber);
  command->add_flag("--check", flags->check,
                    "Only check the scenario and show what would be measured.");
  command->callback([flags, &invocation] {
    invocation.exit_code = tune_scenario(*flags, invocation.command_line);
  });
}

}  // namespace assay::command
