// Guarding programs that measure themselves (Google Benchmark, nvbench) in place of plugins.
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

// Commands of the shell that run the same benchmarks, each of its build. They leave what they
// measured in a file: where {output} stands in a command its path does, and BENCHMARK_OUT and
// BENCHMARK_OUT_FORMAT, which Google Benchmark heeds, name it.
struct Programs {
  std::string baseline;
  std::string candidate;
  BenchmarkTime time = BenchmarkTime::real;  // which of the times that they tell is compared
};

// One process of each program is a block of every benchmark: whoever goes first is drawn. A process
// tells one time of a benchmark, the median of its repetitions, and so a block has one pair. The
// processes are shared by the cases, each of which takes them one after the other: what has been
// measured for one case is there for the next, and no case gets a process twice. Where the times of
// a benchmark show a clock that is coarse beside them (clock_step.hpp) its blocks are inconclusive.
class ProgramBlocks : public BlockSource {
 public:
  // Runs both programs once, then begins a run of `machine` in the store, which must outlive this.
  // Throws environment Error if the baseline fails, or leaves no file that can be believed; where
  // the candidate does, that is what its blocks say.
  ProgramBlocks(Store& store, const MachineRecord& machine, const RunRecord& run, Programs programs,
                std::uint64_t seed);

  // A case for each benchmark of the baseline; notes name what only the candidate has.
  [[nodiscard]] Cases cases() const;
  [[nodiscard]] GuardRun run() const { return {store_, machine_, run_->id()}; }
  void finish() { run_->finish("finished"); }

  // The next processes of this case. What fails in them is the block's failure.
  [[nodiscard]] Block measure(const Case& one) override;

 private:
  // What one process told, or why it told nothing.
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
  std::map<std::string, std::size_t> taken_;                       // rounds, by case
  std::map<std::string, std::vector<inference::TimePair>> pairs_;  // the same
};

}  // namespace assay::guard
