// Guarding programs that measure themselves (Google Benchmark, nvbench) instead of plugins.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/guard/guard.hpp"
#include "framework/store/open_run.hpp"
#include "framework/store/recorded_benchmark.hpp"
#include "framework/store/store.hpp"

namespace assay::guard {

// Shell commands that run the same benchmarks, each for its own build. They write their
// measurements to a file: its path replaces {output} in a command, and the variables BENCHMARK_OUT
// and BENCHMARK_OUT_FORMAT, which Google Benchmark reads, specify it too.
struct Programs {
  std::string baseline;
  std::string candidate;
  BenchmarkTime time = BenchmarkTime::real;  // which of their times is compared
};

// Provides blocks of every benchmark from one process of each program, in random order. A process
// yields one time of a benchmark, the median of its repetitions, so a block has one pair. The cases
// share the processes, and each case uses them in order: processes measured for one case serve the
// next one, and no case gets a process twice. If the times of a benchmark show that the clock is
// coarse compared with them (clock_step.hpp), its blocks are inconclusive.
class ProgramBlocks : public BlockSource {
 public:
  // Runs both programs once, then begins a run of `machine` in the store, which must outlive this
  // object. Throws environment Error if the baseline fails or leaves no credible file; if the
  // candidate does, its blocks report that.
  ProgramBlocks(Store& store, const MachineRecord& machine, const RunRecord& run, Programs programs,
                std::uint64_t seed);

  // One case for each benchmark of the baseline; notes name the benchmarks that only the candidate
  // has.
  [[nodiscard]] Cases cases() const;
  [[nodiscard]] GuardRun run() const { return {store_, machine_, run_->id()}; }
  void finish() { run_->finish("finished"); }

  // The block of the next processes of this case. A failure in them is the block's failure.
  [[nodiscard]] Block measure(const Case& one) override;

 private:
  // The output of one process, or why there is none.
  struct Told {
    RecordedBenchmarks file;
    std::string failure;
    double seconds = 0;
  };
  struct Round {
    Told baseline;
    Told candidate;
  };

  [[nodiscard]] Told told_by(const std::string& command) const;
  void measure_round();
  void record(const Round& round);
  [[nodiscard]] Case make_case(const RecordedBenchmark& benchmark) const;

  Store& store_;
  Programs programs_;
  std::uint64_t seed_;
  std::int64_t machine_ = 0;
  std::optional<OpenRun> run_;
  std::vector<Round> rounds_;
  std::map<std::string, std::size_t> taken_;                       // number of rounds used, by case
  std::map<std::string, std::vector<inference::TimePair>> pairs_;  // the pairs so far, by case
};

}  // namespace assay::guard
