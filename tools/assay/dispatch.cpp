// assay dispatch: which variant in which configuration for which input, as a header.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "framework/compare/winner_constants.hpp"
#include "framework/core/error.hpp"
#include "framework/dispatch/candidates.hpp"
#include "framework/dispatch/decision_time.hpp"
#include "framework/dispatch/dispatcher.hpp"
#include "framework/dispatch/learning.hpp"
#include "framework/dispatch/measure_pairs.hpp"
#include "framework/dispatch/pair_choice.hpp"
#include "framework/dispatch/pair_kernel.hpp"
#include "framework/dispatch/recorded_costs.hpp"
#include "framework/kernel_file/description.hpp"
#include "framework/kernel_file/sources.hpp"
#include "framework/scenario/dispatchers.hpp"
#include "tools/assay/dispatch_output.hpp"
#include "tools/assay/scenario_choice.hpp"
#include "tools/assay/stop.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

using namespace dispatch;
using decision::label_of;

// One more pair must lower the mean regret by so much.
constexpr double least_gain = 0.001;
// So many times as many pairs as wanted are measured everywhere before they are chosen.
constexpr std::size_t candidates_for_each = 2;

struct DispatchFlags {
  WorkerFlags worker;
  StoreFlag store;
  ScenarioChoice choice;
  std::vector<std::string> outputs;
  std::string prefix;
  std::string extend;
  std::int64_t pairs = 12;
  bool check = false;
};

std::string defines_of(const Pair& pair) {
  std::string defines;
  for (const auto& [name, value] : pair.configuration) {
    defines += fmt::format("{}-D {}={}", defines.empty() ? "" : " ", name, token_of(value));
  }
  return defines;
}

// What one invocation makes a dispatcher of.
struct Making {
  Session& session;
  CompileAhead& compiler;
  const Scenario& scenario;
  const Subject& subject;
  const std::atomic<bool>& stop;
};

std::optional<CostMatrix> measure(const Making& making, const std::string& what,
                                  const std::vector<Contest>& contests,
                                  const std::vector<Pair>& pairs, std::uint32_t rounds) {
  tell("{}: {} pairs on {} instances\n", what, pairs.size(), contests.size());
  const auto progress = [&](const MeasuringProgress& now) {
    const std::size_t tenth = std::max<std::size_t>(1, now.instances / 10);
    if (now.trials == 0 || now.instance % tenth != 0) return;
    tell("  {} of {} instances, {} trials\n", now.instance, now.instances, now.trials);
  };
  const auto note = [](const std::string& text) { tell("note: {}\n", text); };
  return measure_pairs(making.session, making.compiler, making.scenario, making.subject, contests,
                       pairs, rounds, progress, note, making.stop);
}

// The contests of instances, with the scenario's variants.
Plan plan_of(Scenario scenario, const std::vector<InstanceSpec>& instances,
             const Catalog& catalog) {
  if (instances.empty()) return {};
  scenario.instances = instances;
  return make_plan(scenario, catalog);
}

// Instances on which no pair succeeds teach nothing, and no choice there is right.
CostMatrix without_failures(const CostMatrix& matrix) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < matrix.instances(); ++row) {
    if (std::ranges::any_of(matrix.costs[row], [](double c) { return c < failed_cost; })) {
      rows.push_back(row);
    } else {
      tell("note: {} is left out: every pair fails on it\n", matrix.labels[row]);
    }
  }
  if (rows.empty()) throw environment_error("no pair has a verified result on any instance");
  return matrix.with_instances(rows);
}

Dispatcher describe(const Making& making, std::vector<Pair> pairs, Learnt learnt) {
  const auto& [session, compiler, scenario, subject, stop] = making;
  Dispatcher dispatcher{{subject.problem,
                         std::move(learnt.features),
                         std::move(pairs),
                         {},
                         std::move(learnt.tree),
                         std::move(learnt.conditions)},
                        scenario.name,
                        {},
                        {},
                        {},
                        {},
                        {},
                        {},
                        {},
                        {},
                        ASSAY_VERSION};
  for (const Pair& pair : dispatcher.pairs) {
    dispatcher.defines.push_back(defines_of(pair));
    const Contender* contender = contender_of(subject.seen.front(), pair);
    dispatcher.builds.push_back(contender->variant.build_id);
    const auto* kernel = find_kernel(scenario.kernels, pair.variant, subject.problem);
    dispatcher.kernels.push_back(
        kernel == nullptr
            ? std::nullopt
            : std::optional(pair_kernel(*kernel, pair.configuration, subject.seen.front().arguments,
                                        dispatcher.features)));
    const std::string device = fmt::format("{} ({}), {}", contender->device.id,
                                           contender->device.name, contender->device.driver);
    if (std::ranges::find(dispatcher.devices, device) == dispatcher.devices.end()) {
      dispatcher.devices.push_back(device);
    }
  }
  for (const auto& machine : session.store().machines()) {
    if (machine.id == session.machine()) dispatcher.machine = machine.fingerprint;
  }
  return dispatcher;
}

void require_held_out(const Scenario& scenario) {
  if (!scenario.held_out.empty()) return;
  throw usage_error(
      "--check: no instance is held out: write sample = {{ count = 100, held_out = 50 }} in an "
      "[[instance]] of the scenario");
}

// The dispatcher that is to be extended. Throws usage Error that names the file, also if it is of a
// problem that the scenario does not have.
std::optional<Decision> read_extended(const std::string& file, const Scenario& scenario) {
  if (file.empty()) return std::nullopt;
  try {
    Decision decision = decision::decision_from_json(read_source(file));
    if (std::ranges::find(scenario.instances, decision.problem, &InstanceSpec::problem) ==
        scenario.instances.end()) {
      throw usage_error("it is a dispatcher of '{}', of which the scenario has no instance",
                        decision.problem);
    }
    return decision;
  } catch (const Error& error) {
    throw usage_error("--extend {}: {}", file, error.what());
  }
}

// The instances that earlier dispatchers of the problem were measured on, without those that the
// scenario has or holds out.
std::vector<InstanceSpec> measured_instances(const Store& store, const Scenario& scenario,
                                             const std::string& problem) {
  const auto is_of_scenario = [&](const InstanceRecord& record) {
    return matches_any(scenario.instances, record.problem, record.arguments) ||
           matches_any(scenario.held_out, record.problem, record.arguments);
  };
  std::set<std::int64_t> numbers;
  for (const StoredTrial& trial : store.trials({})) {
    if (trial.key.stage == dispatch_stage) numbers.insert(trial.key.instance);
  }
  std::vector<InstanceSpec> instances;
  for (const std::int64_t number : numbers) {
    const InstanceRecord record = store.instance_record(number);
    if (record.problem != problem || is_of_scenario(record)) continue;
    instances.push_back({record.problem, record.arguments});
  }
  return instances;
}

// The pairs to be measured: those of the extended dispatcher, and what tunes found to be best.
std::vector<Pair> pool_of(const std::vector<Pair>& found, const std::optional<Decision>& extended,
                          const Subject& subject) {
  std::vector<Pair> pool;
  const auto add = [&](const Pair& pair) {
    const auto is_same = [&](const Pair& one) { return key_of(one) == key_of(pair); };
    if (std::ranges::none_of(pool, is_same)) pool.push_back(pair);
  };
  if (extended) {
    for (const Pair& pair : extended->pairs) {
      if (contender_of(subject.seen.front(), pair) != nullptr) {
        add(pair);
      } else {
        tell("note: {} is left out: {} does not compete any more\n", label_of(pair), pair.variant);
      }
    }
  }
  for (const Pair& pair : found) add(pair);
  return pool;
}

// Measures the pool, and chooses and trains by it; nothing if it was stopped.
std::optional<Dispatcher> made_of(const Making& making, const std::vector<Pair>& pool,
                                  const DispatchFlags& flags) {
  const auto measured = measure(making, "measuring", making.subject.seen, pool, rounds_of_training);
  if (!measured) return std::nullopt;
  const CostMatrix whole = without_failures(*measured);
  const PairChoice choice = choose_pairs(whole, static_cast<std::size_t>(flags.pairs), least_gain);
  std::vector<Pair> pairs;
  for (const std::size_t column : choice.pairs) pairs.push_back(pool[column]);
  Learnt learnt = learn(making.subject, pairs, whole.with_pairs(choice.pairs));
  const CostMatrix matrix = whole.with_pairs(choice.pairs).with_features(learnt.features);
  Dispatcher dispatcher = describe(making, pairs, std::move(learnt));
  dispatcher.cover = choice.regrets;
  dispatcher.decision_time = decision_time(dispatcher, matrix.points);
  dispatcher.seen = regret_table(matrix, dispatcher, matrix);
  dispatcher.outcomes = outcomes_of(matrix, dispatcher, false);
  if (!flags.check) return dispatcher;
  const auto unseen = measure(making, "checking", making.subject.held_out, pairs, rounds_of_check);
  if (!unseen) return std::nullopt;
  const CostMatrix other = unseen->with_features(dispatcher.features);
  dispatcher.held_out = regret_table(other, dispatcher, matrix);
  const auto more = outcomes_of(other, dispatcher, true);
  dispatcher.outcomes.insert(dispatcher.outcomes.end(), more.begin(), more.end());
  return dispatcher;
}

int run(const DispatchFlags& flags, const std::string& command_line) {
  require_writable_dispatchers(flags.outputs);
  Scenario scenario = flags.choice.read_to_run();
  leave_out_dispatchers(scenario);  // dispatchers choose from others
  if (flags.check) require_held_out(scenario);
  const auto extended = read_extended(flags.extend, scenario);
  const WorkerOptions options = flags.worker.options(scenario);
  WorkerClient worker(options);
  Store store = flags.store.open(Store::Mode::read_write);
  auto instances = scenario.instances;
  if (extended) {
    const auto more = measured_instances(store, scenario, extended->problem);
    tell("{} instances of earlier dispatchers\n", more.size());
    instances.insert(instances.end(), more.begin(), more.end());
  }
  Plan seen = plan_of(scenario, instances, worker.catalog());
  require_contenders(seen);
  for (const auto& note : seen.notes) tell("note: {}\n", note);
  Plan held_out = plan_of(scenario, scenario.held_out, worker.catalog());
  const Subject subject = subject_of(std::move(seen.contests), std::move(held_out.contests));
  Session session(store, worker, run_record(command_line, scenario), scenario);
  const auto found = candidates(session, scenario, subject,
                                candidates_for_each * static_cast<std::size_t>(flags.pairs));
  CompileAhead compiler(options, compile_processes(worker.catalog()));
  const auto dispatcher = made_of({session, compiler, scenario, subject, stop_on_signals()},
                                  pool_of(found, extended, subject), flags);
  if (!dispatcher) return inconclusive;
  session.finish("finished");
  print_dispatcher(*dispatcher);
  write_dispatchers(*dispatcher, flags.prefix, flags.outputs);
  return fine;
}

}  // namespace

void add_dispatch(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "dispatch",
      "Make a header that chooses a variant and its configuration by the input, from what `assay "
      "tune` recorded on a scenario's instances, and say what its choices cost.");
  auto flags = std::make_shared<DispatchFlags>();
  flags->worker.add_to(command);
  flags->store.add_to(command);
  flags->choice.add_to(command);
  command.add("--output", &flags->outputs,
              "Write the dispatcher to these files: a header (.h, .hpp), JSON (.json), or a page "
              "with a map of its choices (.html).");
  command.add("--prefix", &flags->prefix,
              "The beginning of the header's names, instead of the problem's name.");
  command.add(
      "--extend", &flags->extend,
      "A dispatcher in JSON that new evidence is to improve: its pairs are measured as well, "
      "and so are the instances that dispatchers of the problem were made of before.");
  command
      .add("--pairs", &flags->pairs,
           "At most so many pairs of a variant and a configuration (default: 12).")
      .positive();
  command.add("--check", &flags->check,
              "Also measure the instances that the scenario holds out, and say what the choices "
              "cost there.");
  command.callback(
      [flags, &invocation] { invocation.exit_code = run(*flags, invocation.command_line); });
}

}  // namespace assay::command
