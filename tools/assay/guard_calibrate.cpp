// assay guard calibrate, assay guard plan: the changes that this machine can detect, and their
// cost.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/core/paths.hpp"
#include "framework/core/units.hpp"
#include "framework/guard/bookkeeping.hpp"
#include "framework/guard/calibrate.hpp"
#include "framework/inference/planning.hpp"
#include "tools/assay/guard_bench.hpp"
#include "tools/assay/guard_progress.hpp"
#include "tools/assay/stop.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

// Describes the calibration of a case.
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

Calibrated calibrate_plugins(GuardFlags flags, std::size_t blocks,
                             const std::string& command_line) {
  if (flags.plugins.empty()) flags.plugins = plugin_folders();
  const Scenario scenario = flags.choice.read_to_run();
  const guard::BuildCopy copy(flags.plugins);
  GuardBench bench(flags, command_line, scenario, {flags.plugins, {copy.folder()}, {}});
  GuardProgress progress;
  Calibrated all{std::move(bench.cases.cases), {}};
  all.found = guard::calibrate(bench.session, bench.blocks, all.cases, flags.options, blocks,
                               progress, stop_on_signals());
  progress.clear();
  bench.session.finish("finished");
  return all;
}

int calibrate_machine(GuardFlags flags, const std::string& program, const ProgramFlags& programs,
                      std::size_t blocks, const std::string& command_line) {
  flags.settle();
  const BenchmarkTime time = programs.time(!program.empty());
  const Calibrated all = program.empty()
                             ? calibrate_plugins(std::move(flags), blocks, command_line)
                             : calibrate_program(flags, program, time, blocks, command_line);
  print_cases(all.cases, [&](std::size_t k) { return calibration_text(all.found[k]); });
  return std::ranges::all_of(all.found, [](const auto& one) { return one.record.has_value(); })
             ? fine
             : environment;
}

// Plans from a calibration without measuring. A program's process is its only pair.
inference::Plan plan_of(const CalibrationRecord& record, double detect, double alpha) {
  const inference::Costs costs = record.pair_seconds > 0
                                     ? inference::Costs{record.block_seconds, record.pair_seconds}
                                     : inference::Costs{0, record.block_seconds};
  return inference::plan(guard::components_of(record), std::log1p(detect), costs, alpha,
                         guard::wanted_power);
}

std::string plan_text(const inference::Plan& plan) {
  return fmt::format("{} processes of {} pair{}, {}; sees {:.2f}%", plan.blocks, plan.pairs,
                     plan.pairs == 1 ? "" : "s", format_seconds(plan.seconds),
                     100 * std::expm1(plan.detects));
}

// A plan that suffices for all cases of a guard, which has one number of blocks and pairs for all.
struct CommonPlan {
  std::size_t blocks = 0;
  std::size_t pairs = 0;
  double pair_seconds = 0;

  void take_in(const inference::Plan& plan, const CalibrationRecord& record) {
    blocks = std::max(blocks, plan.blocks);
    pairs = std::max(pairs, plan.pairs);
    pair_seconds = std::max(pair_seconds, record.pair_seconds);
  }
  // Each process of a program has one pair, regardless of the options. Other guards also end their
  // blocks after a time, which must therefore suffice.
  [[nodiscard]] std::string options(const std::string& detect, bool of_program) const {
    constexpr double slack = 1.5;
    const double seconds = slack * pair_seconds * static_cast<double>(pairs);
    std::string text = fmt::format("--detect {} --blocks {}", detect, blocks);
    if (of_program) return text;
    text += fmt::format(" --pairs {}", pairs);
    if (seconds > guard::BlockOptions().seconds) {
      text += fmt::format(" --block-seconds {:.0f}", std::ceil(seconds));
    }
    return text;
  }
};

// Returns the recorded calibrations for the plugins of one build.
Calibrated recorded_calibrations(GuardFlags flags, const std::string& command_line) {
  if (flags.plugins.empty()) flags.plugins = plugin_folders();
  const Scenario scenario = flags.choice.read_to_run();
  GuardBench bench(flags, command_line, scenario, {flags.plugins, flags.plugins, {}});
  bench.session.finish("finished");
  Calibrated all{std::move(bench.cases.cases), {}};
  for (const guard::Case& one : all.cases) {
    all.found.emplace_back().record = bench.store.calibration(bench.session.machine(), one.key);
  }
  return all;
}

int plan_guard(const GuardFlags& flags, const std::string& program, const ProgramFlags& programs,
               const std::string& command_line) {
  const double detect = flags.wanted();
  const bool of_program = !program.empty();
  const BenchmarkTime time = programs.time(of_program);
  const Calibrated known = of_program ? recorded_calibrations(flags, program, time, command_line)
                                      : recorded_calibrations(flags, command_line);
  int code = fine;
  CommonPlan common;
  print_cases(known.cases, [&](std::size_t k) {
    const auto& record = known.found[k].record;
    if (!record) {
      code = environment;
      return fmt::format("not calibrated; run `assay guard calibrate {}`",
                         of_program ? "--program ..." : flags.choice.scenario);
    }
    const inference::Plan plan = plan_of(*record, detect, flags.options.alpha);
    common.take_in(plan, *record);
    return plan_text(plan);
  });
  if (common.blocks > 0) say("options: {}\n", common.options(flags.detect, of_program));
  return code;
}

void add_program(const Subcommand& command, std::string& program, ProgramFlags& programs) {
  command.add("--program", &program,
              "A command that runs benchmarks, in place of plugins (see --baseline-program).");
  programs.add_to(command);
}

}  // namespace

void add_guard_calibrate(const Subcommand& guard, Invocation& invocation) {
  auto flags = std::make_shared<GuardFlags>();
  auto blocks = std::make_shared<std::int64_t>(40);
  auto program = std::make_shared<std::string>();
  auto programs = std::make_shared<ProgramFlags>();
  const Subcommand command =
      guard.add_subcommand("calibrate",
                           "Measure builds against themselves to find out how small a difference "
                           "this machine can detect.");
  flags->add_to(command);
  flags->add_measuring_to(command);
  command.add("--plugins", &flags->plugins,
              "The folder of the build's plugins (default: this installation's).");
  add_program(command, *program, *programs);
  command.add("--blocks", blocks.get(), "Fresh processes for each case.").positive();
  command.callback([flags, blocks, program, programs, &invocation] {
    invocation.exit_code = calibrate_machine(
        *flags, *program, *programs, static_cast<std::size_t>(*blocks), invocation.command_line);
  });
}

void add_guard_plan(const Subcommand& guard, Invocation& invocation) {
  auto flags = std::make_shared<GuardFlags>();
  auto program = std::make_shared<std::string>();
  auto programs = std::make_shared<ProgramFlags>();
  const Subcommand command = guard.add_subcommand(
      "plan", "Estimate from the calibration what it costs to find a change on this machine.");
  flags->add_to(command);
  command.add("--plugins", &flags->plugins,
              "The folder of the build's plugins (default: this installation's).");
  add_program(command, *program, *programs);
  command.callback([flags, program, programs, &invocation] {
    invocation.exit_code = plan_guard(*flags, *program, *programs, invocation.command_line);
  });
}

}  // namespace assay::command
