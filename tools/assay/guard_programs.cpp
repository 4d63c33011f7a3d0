// assay guard --baseline-program ... --candidate-program ...: builds of a program that measures
// itself.
#include "framework/guard/programs.hpp"

#include "framework/core/error.hpp"
#include "framework/guard/acceptance.hpp"
#include "tools/assay/guard_bench.hpp"
#include "tools/assay/guard_progress.hpp"
#include "tools/assay/stop.hpp"

namespace assay::command {
namespace {

void require_programs_alone(const GuardFlags& flags) {
  if (!flags.choice.scenario.empty() || !flags.choice.where.empty() || !flags.plugins.empty()) {
    throw usage_error(
        "programs bring their own benchmarks: leave out the scenario, --where and --plugins");
  }
}

// The working set of a guard of programs, and the store for its results.
struct ProgramBench {
  ProgramBench(const GuardFlags& flags, const guard::Programs& programs,
               const std::string& command_line)
      : options(flags.options),
        store(flags.store.open(Store::Mode::read_write)),
        blocks(store, this_machine(), run_record(command_line), programs, options.seed) {
    options.block.pairs = 1;  // a process is one pair
  }

  guard::GuardOptions options;
  Store store;
  guard::ProgramBlocks blocks;

 private:
  static MachineRecord this_machine() {
    return WorkerClient(WorkerFlags().options(std::filesystem::path())).catalog().machine;
  }
};

}  // namespace

guard::GuardReport guard_programs(const GuardFlags& flags, const guard::Programs& programs,
                                  const std::vector<std::string>& accepted,
                                  const std::string& command_line) {
  require_programs_alone(flags);
  if (programs.baseline.empty() || programs.candidate.empty()) {
    throw usage_error("name both programs: --baseline-program and --candidate-program");
  }
  ProgramBench bench(flags, programs, command_line);
  guard::Cases cases = bench.blocks.cases();
  guard::require_named(cases.cases, accepted);
  GuardProgress progress;
  auto report = guard::run_guard(bench.blocks.run(), bench.blocks, std::move(cases), bench.options,
                                 progress, stop_on_signals());
  progress.clear();
  bench.blocks.finish();
  return report;
}

Calibrated calibrate_program(const GuardFlags& flags, const std::string& program,
                             BenchmarkTime time, std::size_t blocks,
                             const std::string& command_line) {
  require_programs_alone(flags);
  ProgramBench bench(flags, {program, program, time}, command_line);
  GuardProgress progress;
  Calibrated all{bench.blocks.cases().cases, {}};
  all.found = guard::calibrate(bench.blocks.run(), bench.blocks, all.cases, bench.options, blocks,
                               progress, stop_on_signals());
  progress.clear();
  bench.blocks.finish();
  return all;
}

Calibrated recorded_calibrations(const GuardFlags& flags, const std::string& program,
                                 BenchmarkTime time, const std::string& command_line) {
  require_programs_alone(flags);
  ProgramBench bench(flags, {program, program, time}, command_line);
  bench.blocks.finish();
  Calibrated all{bench.blocks.cases().cases, {}};
  const guard::GuardRun run = bench.blocks.run();
  for (const guard::Case& one : all.cases) {
    all.found.emplace_back().record = run.store.calibration(run.machine, one.key);
  }
  return all;
}

}  // namespace assay::command
