// assay guard: whether a candidate build is slower than a baseline build.
#include <fmt/format.h>

#include "framework/core/error.hpp"
#include "framework/core/paths.hpp"
#include "framework/guard/acceptance.hpp"
#include "framework/guard/history_guard.hpp"
#include "tools/assay/guard_bench.hpp"
#include "tools/assay/guard_progress.hpp"
#include "tools/assay/revisions.hpp"
#include "tools/assay/stop.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

struct CompareFlags {
  GuardFlags guard;
  std::string baseline_name;  // name of a recorded baseline
  std::string branch;
  std::string revisions;  // BASE or BASE..CANDIDATE
  RevisionFlags building;
  Folders baseline;
  Folders candidate;
  guard::Programs programs;
  ProgramFlags program;
  std::vector<std::string> accepted;
  GuardOutput output;

  [[nodiscard]] bool of_programs() const {
    return !programs.baseline.empty() || !programs.candidate.empty();
  }
};

// Returns the run of the requested baseline. A baseline of another machine does not count, but is
// named in the error.
std::int64_t baseline_run(const Store& store, std::int64_t machine, const CompareFlags& flags) {
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

void require_sides(const CompareFlags& flags) {
  if (!flags.baseline.empty() && !flags.baseline_name.empty()) {
    throw usage_error(
        "compare with a build (--baseline-plugins) or a record (--baseline), not both");
  }
  if (flags.baseline.empty() && flags.baseline_name.empty()) {
    throw usage_error(
        "say what to compare: the baseline's folder of plugins with --baseline-plugins (and the "
        "candidate's with --candidate-plugins unless it is this installation's), two revisions "
        "with --revisions, or a recorded baseline with --baseline");
  }
}

// Builds both revisions, if the flags name them.
void build_revisions(CompareFlags& flags) {
  if (flags.revisions.empty()) return;
  if (!flags.baseline.empty() || !flags.candidate.empty() || !flags.baseline_name.empty()) {
    throw usage_error(
        "--revisions builds both sides itself: leave out --baseline-plugins, --candidate-plugins "
        "and --baseline");
  }
  const std::size_t dots = flags.revisions.find("..");
  const RevisionBuilds builds(flags.building.build, flags.building.plugins);
  const auto built = [&](const std::string& revision) {
    const std::string commit = builds.commit(revision.empty() ? "HEAD" : revision);
    tell("building {}\n", builds.title(commit));
    return builds.plugins_of(commit);
  };
  flags.baseline = {built(flags.revisions.substr(0, dots))};
  flags.candidate = {built(dots == std::string::npos ? "" : flags.revisions.substr(dots + 2))};
}

guard::GuardReport guard_plugins(CompareFlags flags, const std::string& command_line) {
  build_revisions(flags);
  require_sides(flags);
  flags.guard.options.budget.since.restart();  // building does not count as measuring
  if (flags.candidate.empty()) flags.candidate = plugin_folders();
  GuardFlags& guarded = flags.guard;
  const Scenario scenario = guarded.choice.read_to_run();
  const bool recorded = !flags.baseline_name.empty();
  if (recorded) flags.baseline = flags.candidate;
  GuardBench bench(guarded, command_line, scenario,
                   {flags.baseline, flags.candidate, guarded.plugins});
  const std::int64_t run = recorded ? baseline_run(bench.store, bench.session.machine(), flags) : 0;
  if (recorded) guard::add_missing(bench.session, run, bench.cases);
  guard::require_named(bench.cases.cases, flags.accepted);
  GuardProgress progress;
  auto report = recorded ? guard::run_against_history(
                               bench.session, run, bench.alone(bench.folders.candidate), scenario,
                               std::move(bench.cases), guarded.options, progress, stop_on_signals())
                         : guard::run_guard(bench.session, bench.blocks, std::move(bench.cases),
                                            guarded.options, progress, stop_on_signals());
  progress.clear();
  bench.session.finish("finished");
  report.scenario = scenario.file.string();
  return report;
}

int guard_builds(CompareFlags flags, const std::string& command_line) {
  flags.output.check();
  flags.guard.settle();
  flags.programs.time = flags.program.time(flags.of_programs());
  if (flags.of_programs() && (!flags.baseline.empty() || !flags.candidate.empty() ||
                              !flags.baseline_name.empty() || !flags.revisions.empty())) {
    throw usage_error(
        "compare programs, plugins, revisions or a recorded baseline, not several of them at once");
  }
  auto report = flags.of_programs()
                    ? guard_programs(flags.guard, flags.programs, flags.accepted, command_line)
                    : guard_plugins(flags, command_line);
  guard::accept(report, flags.accepted);
  flags.output.write(report);
  return guard::exit_code(report);
}

}  // namespace

void add_guard(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand("guard",
                                                 "Find out whether a candidate build is slower "
                                                 "than a baseline build, and how certain that is.");
  auto flags = std::make_shared<CompareFlags>();
  flags->guard.add_to(command);
  flags->guard.add_measuring_to(command);
  flags->guard.add_extent_to(command);
  command.add("--baseline-plugins", &flags->baseline, "The folder of the baseline's plugins.");
  command.add("--candidate-plugins", &flags->candidate,
              "The folder of the candidate's plugins (default: this installation's).");
  command.add("--plugins", &flags->guard.plugins,
              "Folders of plugins that both builds need and neither contains.");
  command.add("--revisions", &flags->revisions,
              "BASELINE..CANDIDATE: two revisions of this git repository, which --build builds "
              "(default of CANDIDATE: HEAD).");
  flags->building.add_to(command);
  command.add(
      "--baseline-program", &flags->programs.baseline,
      "A shell command that runs the baseline's benchmarks. For programs that do not use Google "
      "Benchmark, write {output} where they take the name of the JSON file to write.");
  command.add("--candidate-program", &flags->programs.candidate, "The same for the candidate.");
  flags->program.add_to(command);
  command
      .add("--accept", &flags->accepted,
           "A variant or benchmark that is meant to be slower, renamed or gone: it is shown as "
           "accepted and does not fail the guard; may be repeated.")
      .once_each();
  command.add("--baseline", &flags->baseline_name,
              "A recorded baseline (see assay baseline), for when its build no longer exists.");
  command.add("--branch", &flags->branch, "The branch of the recorded baseline.");
  flags->output.add_to(command);
  command.callback([flags, &invocation] {
    invocation.exit_code = guard_builds(*flags, invocation.command_line);
  });
  add_guard_calibrate(command, invocation);
  add_guard_plan(command, invocation);
  add_guard_bisect(command, invocation);
}

}  // namespace assay::command
