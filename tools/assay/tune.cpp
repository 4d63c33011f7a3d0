// assay tune: searches every variant's space on every instance of a scenario, then compares.
#include <fmt/format.h>
#include <unistd.h>

#include <set>

#include "framework/core/error.hpp"
#include "framework/tune/strategy/strategies.hpp"
#include "tools/assay/at_work.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/comparison_flags.hpp"
#include "tools/assay/compile_check.hpp"
#include "tools/assay/output.hpp"
#include "tools/assay/printed_plan.hpp"
#include "tools/assay/scenario_choice.hpp"
#include "tools/assay/stop.hpp"
#include "tools/assay/tune_teams.hpp"
#include "tools/common/console.hpp"
#include "tools/common/trust.hpp"

namespace assay::command {
namespace {

struct TuneFlags {
  WorkerFlags worker;
  StoreFlag store;
  OutputFlags output;
  ScenarioChoice choice;
  std::vector<std::string> workers;  // commands that start workers
  bool retry_failed = false;
  bool check = false;
  std::string device;  // that --check compiles for
};

// Compares exactly what the scenario asks for, regardless of the run that recorded it.
Comparison compare_contests(const Store& store, const Scenario& scenario, const TeamsTuned& tuned) {
  CompareOptions options;
  options.beside = scenario.beside;
  if (!scenario.pareto.empty()) options.pareto.push_back(scenario.pareto);
  options.instances = tuned.instances;
  options.machines = tuned.machines;
  options.mode = mode_text(scenario.objective, scenario.sampling.cache);
  options.confidence = scenario.finals.sampling.confidence;
  options.rankings = {ranking_of(scenario)};
  // A variant that could not be used here may be unknown to the store.
  std::set<std::string> recorded;
  for (const auto& variant : store.variants()) recorded.insert(variant.name);
  for (const auto& variant : scenario.variants) {
    if (recorded.count(variant.name) != 0) options.variants.push_back(variant.name);
  }
  return compare(store, options);
}

Scenario chosen_scenario(const TuneFlags& flags) {
  Scenario scenario = flags.choice.read();
  scenario.tune.retry_failed = flags.retry_failed;
  if (!flags.workers.empty()) scenario.workers = flags.workers;
  return scenario;
}

// Starts one worker of this machine, or the workers of the commands.
std::vector<Team> start_workers(const TuneFlags& flags, const Scenario& scenario) {
  const WorkerOptions options = flags.worker.options(scenario);
  if (scenario.workers.empty()) {
    std::vector<Team> teams(1);
    teams[0].workers.push_back(
        {"the worker of this machine", options, std::make_unique<WorkerClient>(options)});
    return teams;
  }
  if (flags.worker.any()) {
    throw usage_error(
        "--plugins, --data and --under apply to a worker on this machine, but here commands start "
        "the workers: give these options to the commands, as in --worker 'ssh host assay worker "
        "--data FOLDER'");
  }
  StartedTeams started = start_teams(scenario.workers, options);
  if (started.teams.empty()) throw environment_error("{}", fmt::join(started.left_out, "\n"));
  for (const auto& reason : started.left_out) tell("note: {}\n", reason);
  return std::move(started.teams);
}

// Prints the machines and workers that measure, unless there is only this machine's worker.
void print_teams(const std::vector<Team>& teams) {
  for (const auto& team : teams) {
    tell("machine {} ({}): {} worker{}\n", team.fingerprint(), team.label(), team.workers.size(),
         team.workers.size() == 1 ? "" : "s");
  }
  if (teams.size() > 1) {
    tell("note: each machine is tuned by itself; different machines are never compared\n");
  }
}

// Checks a scenario without running any of its commands, including those that start workers
// elsewhere. If it names workers, features that this machine lacks are not mistakes.
int check_scenario(const TuneFlags& flags, Scenario scenario) {
  const auto commands = commands_of(scenario, flags.workers.empty());
  if (!commands.empty()) {
    say("note commands of the scenario, which --check does not run:\n{}", listed(commands));
  }
  const bool elsewhere = flags.workers.empty() && !scenario.workers.empty();
  if (flags.workers.empty()) scenario.workers.clear();
  try {
    const std::vector<Team> teams = start_workers(flags, scenario);
    if (!scenario.workers.empty()) print_teams(teams);
    for (const auto& team : teams) print_plan(scenario, team.catalog());
  } catch (const Error& error) {
    if (!elsewhere || error.kind() != ErrorKind::environment) throw;
    say("note the scenario's workers run elsewhere; on this machine: {}\n", error.what());
  }
  return fine;
}

// Compiles the scenario for a device. Unlike the rest of --check this runs commands, because they
// may print the sources.
int check_device(const TuneFlags& flags, const Scenario& scenario) {
  if (!flags.check) {
    throw usage_error(
        "--device compiles without measuring, so it needs --check; what is measured where, the "
        "scenario says: `device` in [[kernel]] or [[variant]]");
  }
  require_trust(scenario, commands_of(scenario, false), flags.choice.trust);
  return check_compiling(scenario, flags.worker.options(scenario), flags.device);
}

// Throws if nothing at all was measured for a reason outside of the scenario: the time was up, or
// compilers failed before anything was tried.
void require_measured(const Comparison& comparison) {
  for (const auto& machine : comparison.machines) {
    if (!machine.instances.empty()) return;
  }
  throw environment_error(
      "nothing was measured: the time ran out before the first measurement; raise --seconds, or "
      "`seconds` in [tune]");
}

int tune_scenario(const TuneFlags& flags, const std::string& command_line) {
  const Scenario scenario = chosen_scenario(flags);
  require_strategy(scenario.tune.strategy);
  if (!flags.device.empty()) return check_device(flags, scenario);
  if (flags.check) return check_scenario(flags, scenario);
  require_trust(scenario, commands_of(scenario, flags.workers.empty()), flags.choice.trust);
  std::vector<Team> teams = start_workers(flags, scenario);
  if (!scenario.workers.empty()) print_teams(teams);
  const Store store = flags.store.open(Store::Mode::read_write);
  const AtWork at_work(store_file(flags.store.file));
  if (at_work.beside_another()) {
    tell(
        "note: another `assay tune` is using this store. Whatever both search is measured twice: "
        "give each its own variants (--variants), or wait until the other has ended\n");
  }

  const TeamsTuned tuned = tune_teams(teams, scenario, run_record(command_line, scenario),
                                      store_file(flags.store.file), stop_on_signals());
  if (!tuned.instances.empty()) flags.output.write(compare_contests(store, scenario, tuned));
  for (const auto& failure : tuned.failures) tell("assay: {}\n", failure);
  if (!tuned.failures.empty()) return environment;
  if (!tuned.finished) return inconclusive;
  const Comparison comparison = compare_contests(store, scenario, tuned);
  require_measured(comparison);
  return measured_exit(comparison);
}

}  // namespace

void add_tune(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand("tune",
                                                 "Search the configurations of every variant in a "
                                                 "scenario; repeating the command resumes it.");
  auto flags = std::make_shared<TuneFlags>();
  flags->worker.add_to(command);
  flags->store.add_to(command);
  flags->output.add_comparison_to(command);
  flags->choice.add_to(command);
  command
      .add("--trials", &flags->choice.narrowing.trials,
           "Trials for each variant and instance, instead of the scenario's number.")
      .positive();
  command
      .add("--seconds", &flags->choice.narrowing.seconds,
           "Seconds for the whole tune, finals included; every instance gets an equal share. "
           "Searches use all of theirs, unless the scenario or --trials bounds the trials as well.")
      .positive();
  command
      .add("--search-seconds", &flags->choice.narrowing.search_seconds,
           "Seconds for each variant's search on each instance, instead of the scenario's number.")
      .positive();
  command
      .add("--worker", &flags->workers,
           "A command that starts a worker elsewhere, such as 'ssh host assay worker'; give one "
           "for each device. Replaces the scenario's `workers` or, if it has none, the worker of "
           "this machine.")
      .once_each();
  command.add("--retry-failed", &flags->retry_failed,
              "Retry configurations that failed in earlier runs before trying new ones.");
  command.add("--check", &flags->check, "Only check the scenario and show what would be measured.");
  command.add(
      "--device", &flags->device,
      "With --check: compile every value of every parameter for this device. It need not be "
      "here: cuda:sm_80, cuda:sm_90 and cuda:sm_100 stand for an A100, an H100 and a B200.");
  command.callback([flags, &invocation] {
    invocation.exit_code = tune_scenario(*flags, invocation.command_line);
  });
}

}  // namespace assay::command
