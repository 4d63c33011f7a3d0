// assay dispatch: which variant in which configuration for which input, as a header.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "framework/compare/winner_constants.hpp"
#include "framework/core/error.hpp"
#include "framework/dispatch/candidates.hpp"
#include "framework/dispatch/conditions_of.hpp"
#include "framework/dispatch/decision_time.hpp"
#include "framework/dispatch/dispatcher.hpp"
#include "framework/dispatch/measure_pairs.hpp"
#include "framework/dispatch/pair_choice.hpp"
#include "framework/dispatch/training.hpp"
#include "framework/scenario/dispatchers.hpp"
#include "tools/assay/output.hpp"
#include "tools/assay/scenario_choice.hpp"
#include "tools/assay/stop.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

using namespace dispatch;

// One more pair must lower the mean regret by so much.
constexpr double least_gain = 0.001;
// So many times as many pairs as wanted are measured everywhere before they are chosen.
constexpr std::size_t candidates_for_each = 2;

struct DispatchFlags {
  WorkerFlags worker;
  StoreFlag store;
  ScenarioChoice choice;
  std::string output;
  std::string prefix;
  std::int64_t pairs = 12;
  bool check = false;
};

bool is_json(const std::string& file) { return file.ends_with(".json"); }

void require_known_ending(const std::string& file) {
  if (file.empty() || is_json(file) || file.ends_with(".h") || file.ends_with(".hpp")) return;
  throw usage_error("--output {}: give a name that ends in .h, .hpp or .json", file);
}

std::string defines_of(const Pair& pair) {
  std::string defines;
  for (const auto& [name, value] : pair.configuration) {
    defines += fmt::format("{}-D {}={}", defines.empty() ? "" : " ", name, token_of(value));
  }
  return defines;
}

// The measuring of one invocation.
class Measuring {
 public:
  Measuring(Session& session, const Scenario& scenario, const Subject& subject)
      : session_(session), scenario_(scenario), subject_(subject), stop_(stop_on_signals()) {}

  [[nodiscard]] std::optional<CostMatrix> measure(const std::string& what,
                                                  const std::vector<Contest>& contests,
                                                  const std::vector<Pair>& pairs) const {
    tell("{}: {} pairs on {} instances\n", what, pairs.size(), contests.size());
    const auto progress = [&](const MeasuringProgress& now) {
      const std::size_t tenth = std::max<std::size_t>(1, now.instances / 10);
      if (now.trials == 0 || now.instance % tenth != 0) return;
      tell("  {} of {} instances, {} trials\n", now.instance, now.instances, now.trials);
    };
    const auto note = [](const std::string& text) { tell("note: {}\n", text); };
    return measure_pairs(session_, scenario_, subject_, contests, pairs, progress, note, stop_);
  }

 private:
  Session& session_;
  const Scenario& scenario_;
  const Subject& subject_;
  const std::atomic<bool>& stop_;
};

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

Dispatcher describe(Session& session, const Scenario& scenario, const Subject& subject,
                    std::vector<Pair> pairs, DecisionTree tree) {
  Dispatcher dispatcher{{subject.problem, subject.features, std::move(pairs), {}, std::move(tree)},
                        scenario.name,
                        {},
                        {},
                        0,
                        {},
                        {},
                        {},
                        {},
                        ASSAY_VERSION};
  for (const Pair& pair : dispatcher.pairs) {
    dispatcher.defines.push_back(defines_of(pair));
    const Contender* contender = contender_of(subject.seen.front(), pair);
    dispatcher.builds.push_back(contender->variant.build_id);
    const std::string device = fmt::format("{} ({}), driver {}", contender->device.id,
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

void print_summary(const char* name, const RegretSummary& one) {
  say("  {:<22} {:>6.2f}% [{:.2f}, {:.2f}]   {:>6.1f}% [{:.1f}, {:.1f}]   {:>6.1f}%{}\n", name,
      100 * one.share.median, 100 * one.share.lower, 100 * one.share.upper, 100 * one.tail.median,
      100 * one.tail.lower, 100 * one.tail.upper, 100 * one.worst.median,
      one.failures == 0 ? "" : fmt::format("  fails on {}", one.failures));
}

void print_regrets(const char* title, const RegretTable& table) {
  say("{} ({} instances): oracle's time over the choice's; regret at the 95th percentile; worst\n",
      title, table.tree.instances);
  print_summary("dispatcher", table.tree);
  print_summary("default alone", table.single);
  print_summary("nearest instance", table.nearest);
}

void print(const Dispatcher& dispatcher) {
  say("{}: {} pairs\n", dispatcher.problem, dispatcher.pairs.size());
  for (std::size_t j = 0; j < dispatcher.pairs.size(); ++j) {
    say("  {:>2}  mean regret up to here {:>5.1f}%  {}{}\n", j,
        100 * std::expm1(dispatcher.cover[j]), label_of(dispatcher.pairs[j]),
        j == 0 ? "  (default)" : "");
  }
  say("a decision takes {:.0f} ns, by a tree of {} leaves\n", 1e9 * dispatcher.seconds_of_decision,
      std::ranges::count_if(dispatcher.tree.nodes(), &TreeNode::is_leaf));
  print_regrets("seen", dispatcher.seen);
  if (dispatcher.held_out) print_regrets("held out", *dispatcher.held_out);
}

int run(const DispatchFlags& flags, const std::string& command_line) {
  require_known_ending(flags.output);
  if (!flags.output.empty()) require_writable(flags.output);
  Scenario scenario = flags.choice.read_to_run();
  leave_out_dispatchers(scenario);  // dispatchers choose from others
  if (flags.check && scenario.held_out.empty()) {
    throw usage_error(
        "--check: no instance is held out: write sample = {{ count = 100, held_out = 50 }} in an "
        "[[instance]] of the scenario");
  }
  WorkerClient worker(flags.worker.options(scenario));
  Plan seen = plan_of(scenario, scenario.instances, worker.catalog());
  require_contenders(seen);
  for (const auto& note : seen.notes) tell("note: {}\n", note);
  Plan held_out = plan_of(scenario, scenario.held_out, worker.catalog());
  const Subject subject = subject_of(std::move(seen.contests), std::move(held_out.contests));
  Store store = flags.store.open(Store::Mode::read_write);
  Session session(store, worker, run_record(command_line, scenario), scenario);
  const Measuring measuring(session, scenario, subject);

  const auto most = static_cast<std::size_t>(flags.pairs);
  const auto pool = candidates(session, scenario, subject, candidates_for_each * most);
  auto measured = measuring.measure("measuring", subject.seen, pool);
  if (!measured) return inconclusive;
  const CostMatrix whole = without_failures(*measured);
  const PairChoice choice = choose_pairs(whole, most, least_gain);
  const CostMatrix matrix = whole.with_pairs(choice.pairs);
  std::vector<Pair> pairs;
  for (const std::size_t column : choice.pairs) pairs.push_back(pool[column]);

  const PairConditions conditions(subject.features, conditions_of(subject, pairs));
  Dispatcher dispatcher = describe(session, scenario, subject, pairs, train(matrix, conditions));
  dispatcher.conditions = conditions;
  dispatcher.cover = choice.regrets;
  dispatcher.seconds_of_decision = seconds_of_decision(dispatcher, matrix.points);
  dispatcher.seen = regret_table(matrix, dispatcher, matrix);
  if (flags.check) {
    const auto unseen = measuring.measure("checking", subject.held_out, pairs);
    if (!unseen) return inconclusive;
    dispatcher.held_out = regret_table(*unseen, dispatcher, matrix);
  }
  session.finish("finished");
  print(dispatcher);
  if (flags.output.empty()) return fine;
  write_output(flags.output, [&](std::ostream& out, bool) {
    if (is_json(flags.output)) {
      write_json(dispatcher, out);
    } else {
      write_header(dispatcher, flags.prefix, out);
    }
  });
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
  command.add("--output", &flags->output,
              "Write the dispatcher to this file: a header (.h, .hpp) or JSON (.json).");
  command.add("--prefix", &flags->prefix,
              "The beginning of the header's names, instead of the problem's name.");
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
