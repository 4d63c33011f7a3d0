// assay guard --baseline-program ... --candidate-program ...: builds of a program that measures
// itself.
#include "framework/guard/programs.hpp"

#include "framework/core/error.hpp"
#include "tools/assay/guard_bench.hpp"
#include "tools/assay/guard_progress.hpp"
#include "tools/assay/stop.hpp"

namespace assay::command {
namespace {

void require_programs_alone(const GuardFlags& flags, const guard::Programs& programs) {
  if (programs.baseline.empty() || programs.candidate.empty()) {
    throw usage_error("name both programs: --baseline-program and --candidate-program");
  }
  if (!flags.choice.scenario.empty() || !flags.choice.where.empty() || !flags.plugins.empty()) {
    throw usage_error(
        "programs bring their own benchmarks: name no scenario, instances or plugins beside them");
  }
}

}  // namespace

guard::GuardReport guard_programs(const GuardFlags& flags, const guard::Programs& programs,
                                  const std::string& command_line) {
  require_programs_alone(flags, programs);
  Store store = flags.store.open(Store::Mode::read_write);
  RunRecord run;
  run.command = command_line;
  run.assay_version = ASSAY_VERSION;
  run.environment = environment_json();
  const MachineRecord machine =
      WorkerClient(WorkerFlags().options(std::filesystem::path())).catalog().machine;
  guard::ProgramBlocks blocks(store, machine, run, programs, flags.options.seed);
  GuardProgress progress;
  auto report = guard::run_guard(blocks.run(), blocks, blocks.cases(), flags.options, progress,
                                 stop_on_signals());
  progress.clear();
  blocks.finish();
  return report;
}

}  // namespace assay::command
