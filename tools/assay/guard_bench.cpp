#include "tools/assay/guard_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "framework/compare/labels.hpp"
#include "framework/core/error.hpp"
#include "framework/inference/planning.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

// Parses "2%", "2 %" or "0.02".
double fraction(const std::string& text) {
  double value = 0;
  const auto number = std::from_chars(text.data(), text.data() + text.size(), value);
  std::string unit(number.ptr, text.data() + text.size());
  std::erase(unit, ' ');
  if (unit == "%") value /= 100;
  const bool read = number.ec == std::errc{} && (unit.empty() || unit == "%");
  if (!read || !(value > 0 && value < 1)) {
    throw usage_error("--detect takes a change such as 2% or 0.02, not '{}'", text);
  }
  return value;
}

WorkerOptions worker_options_of(const GuardFlags& flags, const Scenario& scenario) {
  WorkerFlags worker;
  worker.data_folder = flags.data_folder;
  return worker.options(scenario);
}

}  // namespace

void GuardFlags::add_to(const Subcommand& command) {
  choice.add_to(command);
  store.add_to(command);
  command.add("--data", &data_folder,
              "The folder that relative paths in instance arguments start from (default: the "
              "scenario's folder).");
  command.add("--detect", &detect,
              "The smallest change that matters, such as 2%; builds that differ by less are "
              "equivalent (default: 2%).");
  command.add("--alpha", &options.alpha, "The error rate of a verdict (default: 0.05).")
      .within(1e-6, 0.5);
}

void GuardFlags::add_measuring_to(const Subcommand& command) {
  command.add("--pairs", &options.block.pairs, "Pairs that each process measures, at most.")
      .positive();
  command
      .add("--block-seconds", &options.block.seconds,
           "Seconds that the pairs of one process may take.")
      .positive();
}

void GuardFlags::add_extent_to(const Subcommand& command) {
  command
      .add("--blocks", &blocks,
           "Processes for each case in the first round, at most; the second round takes half as "
           "many for each suspect, but at least 16 (default: 32).")
      .within(1, inference::most_blocks);
  command
      .add("--seconds", &options.budget.seconds,
           "Seconds that measuring all cases may take; cases undecided by then are inconclusive.")
      .positive();
}

void GuardFlags::settle() {
  options.detect = wanted();
  if (blocks) {
    options.looks = guard::looks_up_to(*blocks);
    options.confirmation = std::max(options.confirmation, std::size_t{*blocks} / 2);
  }
  options.budget.since.restart();
}

double GuardFlags::wanted() const { return fraction(detect); }

void ProgramFlags::add_to(const Subcommand& command) {
  time_ = command
              .add("--time", &time_name_,
                   "For programs that use Google Benchmark: compare elapsed time (real, the "
                   "default) or processor time (cpu).")
              .one_of({"real", "cpu"});
}

BenchmarkTime ProgramFlags::time(bool of_programs) const {
  if (!of_programs && time_ && time_->given()) {
    throw usage_error(
        "--time is for programs only; for plugins, the scenario's objective says what is compared");
  }
  return time_name_ == "cpu" ? BenchmarkTime::cpu : BenchmarkTime::real;
}

void RevisionFlags::add_to(const Subcommand& command) {
  command.add("--build", &build,
              "The shell command that builds a revision, run in the root of its tree.");
  command.add("--built-plugins", &plugins,
              "The folder in that tree in which --build leaves the plugins.");
}

GuardBench::GuardBench(const GuardFlags& flags, const std::string& command_line,
                       const Scenario& scenario, guard::BuildFolders build_folders)
    : folders(std::move(build_folders)),
      store(flags.store.open(Store::Mode::read_write)),
      options(worker_options_of(flags, scenario)),
      catalogs(guard::describe_builds(folders, options)),
      baseline_worker(alone(folders.baseline)),
      candidate_worker(alone(folders.candidate)),
      session(store, baseline_worker, run_record(command_line, scenario), scenario),
      blocks(session, folders, options, scenario, flags.options.block, flags.options.seed),
      cases(guard::make_cases(scenario, catalogs, session, candidate_worker)) {}

WorkerOptions GuardBench::alone(const Folders& own) const {
  WorkerOptions worker = options;
  worker.plugin_folders = own;
  worker.plugin_folders.insert(worker.plugin_folders.end(), folders.common.begin(),
                               folders.common.end());
  return worker;
}

// Prints `line` for each case, under the instance of the case.
void print_cases(const std::vector<guard::Case>& cases,
                 const std::function<std::string(std::size_t)>& line) {
  std::vector<const InstanceRecord*> records;
  for (const guard::Case& one : cases) records.push_back(&one.instance.record);
  const auto labels = instance_labels(records);
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (k == 0 || labels[k] != labels[k - 1]) say("{}\n", labels[k]);
    say("  {}: {}\n", case_name(cases[k]), line(k));
  }
}

}  // namespace assay::command
