// assay baseline: names for recorded runs, with which later runs are compared.
#include <fmt/format.h>

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/store/choice.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/output.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

struct BaselineFlags {
  StoreFlag store;
  OutputFlags output;
  std::string name;
  std::string branch;
  std::string machine;
  std::int64_t run = 0;
};

// Returns the requested machine, else that of the latest run.
std::int64_t machine_of(const Store& store, const std::string& wanted) {
  if (!wanted.empty()) return machine_named(store.machines(), wanted).id;
  const auto latest = store.latest_machine();
  if (!latest) throw environment_error("the store is empty; record a run first (assay tune)");
  return *latest;
}

std::size_t verified_results(const Store& store, const StoredRun& run) {
  TrialFilter filter;
  filter.run = run.id;
  const auto verified = [](const StoredTrial& trial) { return trial.objective.has_value(); };
  return static_cast<std::size_t>(std::ranges::count_if(store.trials(filter), verified));
}

StoredRun run_numbered(const Store& store, std::int64_t number) {
  for (const StoredRun& run : store.runs()) {
    if (run.id != number) continue;
    if (verified_results(store, run) > 0) return run;
    throw environment_error(
        "run {} has no verified result, so it cannot be a baseline; name another with --run",
        number);
  }
  throw usage_error("the store has no run {}; `sqlite3 FILE 'select * from v_runs'` lists them",
                    number);
}

// Returns the requested run, else the machine's latest run with a result: comparisons with a run
// without results would be meaningless. (A guard's runs contain pairs and no results.)
StoredRun run_of(const Store& store, const BaselineFlags& flags) {
  if (flags.run != 0) return run_numbered(store, flags.run);
  const std::int64_t machine = machine_of(store, flags.machine);
  const auto runs = store.runs();
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    if (run->machine == machine && verified_results(store, *run) > 0) return *run;
  }
  throw environment_error(
      "the store has no run of that machine with a verified result; record one first (assay tune)");
}

BaselineRecord baseline_named(const Store& store, const BaselineFlags& flags) {
  const std::int64_t machine = machine_of(store, flags.machine);
  std::vector<std::string> known;
  for (const BaselineRecord& baseline : store.baselines()) {
    if (baseline.key.machine != machine || baseline.key.branch != flags.branch) continue;
    if (baseline.key.name == flags.name) return baseline;
    known.push_back(baseline.key.name);
  }
  throw usage_error("this machine has no baseline '{}'{}; {}", flags.name,
                    flags.branch.empty() ? "" : fmt::format(" on branch '{}'", flags.branch),
                    known.empty() ? "none was set" : did_you_mean(flags.name, known));
}

void set(const BaselineFlags& flags) {
  Store store = flags.store.open(Store::Mode::read_write);
  const StoredRun run = run_of(store, flags);
  store.set_baseline({flags.name, flags.branch, run.machine}, run.id);
  say("{} is run {} of {} ({})\n", flags.name, run.id, run.started, run.record.command);
}

void list(const BaselineFlags& flags) {
  const Store store = flags.store.open(Store::Mode::read_only);
  const auto machines = store.machines();
  for (const BaselineRecord& baseline : store.baselines()) {
    const auto machine = std::ranges::find(machines, baseline.key.machine, &StoredMachine::id);
    say("{}{}  run {}, set {}, machine {}\n", baseline.key.name,
        baseline.key.branch.empty() ? "" : fmt::format(" ({})", baseline.key.branch), baseline.run,
        baseline.recorded, machine->fingerprint);
  }
}

int show(const BaselineFlags& flags) {
  const Store store = flags.store.open(Store::Mode::read_only);
  const BaselineRecord baseline = baseline_named(store, flags);
  CompareOptions options;
  options.run = baseline.run;
  for (const StoredMachine& machine : store.machines()) {
    if (machine.id == baseline.key.machine) options.machines = {machine.fingerprint};
  }
  const Comparison comparison = compare(store, options);
  flags.output.write(comparison);
  return verdict_exit(comparison);
}

void remove(const BaselineFlags& flags) {
  Store store = flags.store.open(Store::Mode::read_write);
  const BaselineRecord baseline = baseline_named(store, flags);
  store.set_baseline(baseline.key, std::nullopt);
  say("{} removed; run {} stays recorded\n", flags.name, baseline.run);
}

void add_name(const Subcommand& command, BaselineFlags& flags) {
  command.add("name", &flags.name, "The baseline's name.").required();
  command.add("--branch", &flags.branch,
              "The branch that the baseline belongs to (default: none).");
  command.add(
      "--machine", &flags.machine,
      "The machine, by fingerprint or its beginning (default: the machine of the latest run).");
}

}  // namespace

void add_baseline(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "baseline", "Name recorded runs, separately for each machine and branch.");
  const auto add = [&](const char* name, const char* help, auto action) {
    auto flags = std::make_shared<BaselineFlags>();
    const Subcommand one = command.add_subcommand(name, help);
    flags->store.add_to(one);
    one.callback([flags, action] { action(*flags); });
    return std::pair(one, flags);
  };
  const auto setting = add("set", "Give a run a name.", set);
  add_name(setting.first, *setting.second);
  setting.first.add("--run", &setting.second->run,
                    "The run, by number (default: the latest with a verified result).");
  add("list", "List all names with the runs they stand for.", list);
  const auto showing =
      add("show", "Show the results of a baseline.",
          [&invocation](const auto& flags) { invocation.exit_code = show(flags); });
  add_name(showing.first, *showing.second);
  showing.second->output.add_to(showing.first);
  const auto removing = add("remove", "Remove a name; its run stays recorded.", remove);
  add_name(removing.first, *removing.second);
  command.callback(
      [] { throw usage_error("baseline needs a subcommand: set, list, show or remove"); });
}

}  // namespace assay::command
