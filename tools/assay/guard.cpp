// assay guard: whether a candidate build is slower than a baseline build; what this machine can
// tell apart; what telling apart will cost.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>

#include "framework/core/error.hpp"
#include "framework/core/paths.hpp"
#include "framework/guard/bookkeeping.hpp"
#include "framework/guard/calibrate.hpp"
#include "framework/guard/guard.hpp"
#include "framework/guard/history_guard.hpp"
#include "framework/guard/inference/planning.hpp"
#include "framework/report/labels.hpp"
#include "framework/report/units.hpp"
#include "tools/assay/command.hpp"
#include "tools/assay/guard_output.hpp"
#include "tools/assay/guard_progress.hpp"
#include "tools/assay/scenario_choice.hpp"
#include "tools/assay/stop.hpp"

namespace assay::command {
namespace {

using Folders = std::vector<std::filesystem::path>;

struct GuardFlags {
  ScenarioChoice choice;
  StoreFlag store;
  std::string baseline_name;  // recorded
  std::string branch;
  Folders baseline;
  Folders candidate;
  Folders plugins;
  std::string data_folder;
  std::string detect = "2%";
  guard::GuardOptions options;
  std::int64_t blocks = 40;  // of a calibration
  GuardOutput output;
};

// "2%", "2 %" or "0.02".
double fraction(const std::string& text) {
  std::size_t end = 0;
  double value = 0;
  try {
    value = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  std::string unit = text.substr(end);
  std::erase(unit, ' ');
  if (unit == "%") value /= 100;
  if (end == 0 || (!unit.empty() && unit != "%") || !(value > 0 && value < 1)) {
    throw usage_error("--detect takes a change such as 2% or 0.02, not '{}'", text);
  }
  return value;
}

WorkerFlags worker_flags(const GuardFlags& flags) {
  WorkerFlags worker;
  worker.data_folder = flags.data_folder;
  return worker;
}

// What a guard works with once both builds are known.
struct Bench {
  Bench(const GuardFlags& flags, const std::string& command_line, const Scenario& scenario,
        guard::BuildFolders build_folders)
      : folders(std::move(build_folders)),
        store(flags.store.open(Store::Mode::read_write)),
        options(worker_flags(flags).options(scenario)),
        catalogs(guard::describe_builds(folders, options)),
        baseline_worker(alone(folders.baseline)),
        candidate_worker(alone(folders.candidate)),
        session(store, baseline_worker, run_record(command_line, scenario), scenario),
        blocks(session, folders, options, scenario, flags.options.block, flags.options.seed),
        cases(guard::make_cases(scenario, catalogs, session, candidate_worker)) {}

  guard::BuildFolders folders;
  Store store;
  WorkerOptions options;
  guard::BuildCatalogs catalogs;
  WorkerClient baseline_worker;
  WorkerClient candidate_worker;
  Session session;
  guard::WorkerBlocks blocks;
  guard::Cases cases;

  // How workers start that load one build.
  [[nodiscard]] WorkerOptions alone(const Folders& own) const {
    WorkerOptions worker = options;
    worker.plugin_folders = own;
    worker.plugin_folders.insert(worker.plugin_folders.end(), folders.common.begin(),
                                 folders.common.end());
    return worker;
  }

 private:
  static RunRecord run_record(const std::string& command_line, const Scenario& scenario) {
    RunRecord run;
    run.command = command_line;
    run.scenario_name = scenario.name;
    run.scenario_text = scenario.text;
    run.assay_version = ASSAY_VERSION;
    run.environment = environment_json();
    return run;
  }
};

// The run of the baseline asked for. Another machine's is no answer: its name is told.
std::int64_t baseline_run(const Store& store, std::int64_t machine, const GuardFlags& flags) {
  std::string elsewhere;
  for (const BaselineRecord& baseline : store.baselines()) {
    if (baseline.key.name != flags.baseline_name || baseline.key.branch != flags.branch) continue;
    if (baseline.key.machine == machine) return baseline.run;
    for (const StoredMachine& other : store.machines()) {
      if (other.id != baseline.key.machine) continue;
      elsewhere += fmt::format(
          "; machine {} has one ({})", other.fingerprint,
          other.record.attributes.contains("cpu") ? other.record.attributes.at("cpu") : "unknown");
    }
  }
  throw environment_error(
      "this machine has no baseline '{}'{}{}; set one with `assay baseline set {}`",
      flags.baseline_name, flags.branch.empty() ? "" : fmt::format(" on branch '{}'", flags.branch),
      elsewhere, flags.baseline_name);
}

int compare_builds(GuardFlags flags, const std::string& command_line) {
  if (!flags.baseline.empty() && !flags.baseline_name.empty()) {
    throw usage_error(
        "compare with a build (--baseline-plugins) or a record (--baseline), not both");
  }
  if (flags.baseline.empty() && flags.baseline_name.empty()) {
    throw usage_error(
        "name the baseline's folder of plugins with --baseline-plugins, and the candidate's with "
        "--candidate-plugins where it is not this installation's own; or a recorded baseline with "
        "--baseline");
  }
  if (flags.candidate.empty()) flags.candidate = plugin_folders();
  flags.options.detect = fraction(flags.detect);
  flags.output.check();
  const Scenario scenario = flags.choice.read();
  const bool recorded = !flags.baseline_name.empty();
  if (recorded) flags.baseline = flags.candidate;
  Bench bench(flags, command_line, scenario, {flags.baseline, flags.candidate, flags.plugins});
  GuardProgress progress;
  auto report = recorded
                    ? guard::run_against_history(
                          bench.session, baseline_run(bench.store, bench.session.machine(), flags),
                          bench.alone(bench.folders.candidate), scenario, std::move(bench.cases),
                          flags.options, progress, stop_on_signals())
                    : guard::run_guard(bench.session, bench.blocks, std::move(bench.cases),
                                       flags.options, progress, stop_on_signals());
  progress.clear();
  bench.session.finish("finished");
  report.scenario = scenario.file.string();
  flags.output.write(report);
  return guard::exit_code(report);
}

// Says of each case what `line` returns, under the instance that it belongs to.
void print_cases(const std::vector<guard::Case>& cases,
                 const std::function<std::string(std::size_t)>& line) {
  std::vector<const InstanceRecord*> records;
  for (const guard::Case& one : cases) records.push_back(&one.instance.record);
  const auto labels = instance_labels(records);
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (k == 0 || labels[k] != labels[k - 1]) fmt::print("{}\n", labels[k]);
    fmt::print("  {} on {}: {}\n", cases[k].baseline.variant.name, cases[k].baseline.device.id,
               line(k));
  }
}

// What a machine was found to do.
std::string calibration_text(const guard::CaseCalibration& found) {
  if (!found.record) return found.failure;
  const CalibrationRecord& record = *found.record;
  return fmt::format(
      "sees {:.2f}%; {:.1f}% of comparisons with itself are told apart; deviation between "
      "processes "
      "{:.2f}%, of a pair {:.2f}%, lag-one correlation {:.2f}; {} to start a process, {} a pair",
      100 * std::expm1(found.detectable), 100 * record.false_positive_rate, 100 * record.between,
      100 * record.within, record.lag_one, format_seconds(record.block_seconds),
      format_seconds(record.pair_seconds));
}

int calibrate_machine(GuardFlags flags, const std::string& command_line) {
  if (flags.plugins.empty()) flags.plugins = plugin_folders();
  const Scenario scenario = flags.choice.read();
  flags.options.detect = fraction(flags.detect);
  const guard::BuildCopy copy(flags.plugins);
  Bench bench(flags, command_line, scenario, {flags.plugins, {copy.folder()}, {}});
  GuardProgress progress;
  const auto found =
      guard::calibrate(bench.session, bench.blocks, bench.cases.cases, flags.options,
                       static_cast<std::size_t>(flags.blocks), progress, stop_on_signals());
  progress.clear();
  bench.session.finish("finished");
  print_cases(bench.cases.cases, [&](std::size_t k) { return calibration_text(found[k]); });
  const bool all =
      std::ranges::all_of(found, [](const auto& one) { return one.record.has_value(); });
  return all ? fine : environment;
}

// From a calibration; nothing is measured.
std::string plan_text(const CalibrationRecord& record, double detect, double alpha) {
  const auto plan =
      guard::plan(guard::components_of(record), std::log1p(detect),
                  {record.block_seconds, record.pair_seconds}, alpha, guard::wanted_power);
  return fmt::format("{} processes of {} pairs, {}; sees {:.2f}%", plan.blocks, plan.pairs,
                     format_seconds(plan.seconds), 100 * std::expm1(plan.detects));
}

int plan_guard(GuardFlags flags, const std::string& command_line) {
  if (flags.plugins.empty()) flags.plugins = plugin_folders();
  const double detect = fraction(flags.detect);
  const Scenario scenario = flags.choice.read();
  Bench bench(flags, command_line, scenario, {flags.plugins, flags.plugins, {}});
  bench.session.finish("finished");
  int code = fine;
  print_cases(bench.cases.cases, [&](std::size_t k) {
    const auto record = bench.store.calibration(
        bench.session.machine(), guard::case_key(bench.session, bench.cases.cases[k]));
    if (record) return plan_text(*record, detect, flags.options.alpha);
    code = environment;
    return fmt::format("not calibrated; run `assay guard calibrate {}`", flags.choice.scenario);
  });
  return code;
}

void add_common(const Subcommand& command, GuardFlags& flags) {
  flags.choice.add_to(command);
  flags.store.add_to(command);
  command.add("--data", &flags.data_folder,
              "Where relative paths in instance arguments start (default: the scenario's folder).");
  command.add("--detect", &flags.detect,
              "The change that matters, such as 2%: less is called equivalent (default: 2%).");
  command.add("--alpha", &flags.options.alpha, "The error rate of a verdict (default: 0.05).")
      .within(1e-6, 0.5);
}

void add_measuring(const Subcommand& command, GuardFlags& flags) {
  command.add("--pairs", &flags.options.block.pairs, "Of each process, at most.").positive();
  command
      .add("--block-seconds", &flags.options.block.seconds, "What the pairs of a process may take.")
      .positive();
}

}  // namespace

void add_guard(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "guard", "Tell whether a candidate build is slower than a baseline build, and how surely.");
  auto flags = std::make_shared<GuardFlags>();
  add_common(command, *flags);
  add_measuring(command, *flags);
  command.add("--baseline", &flags->baseline_name,
              "A recorded baseline (assay baseline), where its build is no more.");
  command.add("--branch", &flags->branch, "Of the recorded baseline.");
  command.add("--baseline-plugins", &flags->baseline, "The folder of the baseline's plugins.");
  command.add("--candidate-plugins", &flags->candidate,
              "The folder of the candidate's plugins (default: this installation's).");
  command.add("--plugins", &flags->plugins, "Plugins that both builds need and neither brings.");
  flags->output.add_to(command);
  command.callback([flags, &invocation] {
    invocation.exit_code = compare_builds(*flags, invocation.command_line);
  });

  auto calibrating = std::make_shared<GuardFlags>();
  const Subcommand calibrate = command.add_subcommand(
      "calibrate", "Measure builds against themselves: what this machine can tell apart.");
  add_common(calibrate, *calibrating);
  add_measuring(calibrate, *calibrating);
  calibrate.add("--plugins", &calibrating->plugins,
                "The folder of the build's plugins (default: this installation's).");
  calibrate.add("--blocks", &calibrating->blocks, "Fresh processes for each case.").positive();
  calibrate.callback([calibrating, &invocation] {
    invocation.exit_code = calibrate_machine(*calibrating, invocation.command_line);
  });

  auto planning = std::make_shared<GuardFlags>();
  const Subcommand plan = command.add_subcommand(
      "plan", "Say what finding a change will cost on this machine, from its calibration.");
  add_common(plan, *planning);
  plan.add("--plugins", &planning->plugins,
           "The folder of the build's plugins (default: this installation's).");
  plan.callback([planning, &invocation] {
    invocation.exit_code = plan_guard(*planning, invocation.command_line);
  });
}

}  // namespace assay::command
