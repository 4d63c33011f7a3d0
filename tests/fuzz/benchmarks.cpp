// Feeds the readers of Google Benchmark's and nvbench's files: a JSON file and, for nvbench, the
// binary files next to it.
#include <cmath>

#include "framework/store/foreign_file.hpp"
#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

void require_sound(const RecordedBenchmarks& file) {
  for (const RecordedBenchmark& benchmark : file.benchmarks) {
    require(!benchmark.trials.empty(), "a benchmark was neither measured nor failed");
    for (const TrialResult& trial : benchmark.trials) {
      for (const Sample& sample : trial.samples) {
        const double seconds = std::max(sample.seconds, sample.device_seconds);
        require(std::isfinite(seconds) && seconds > 0, "a sample is no finite time above 0");
      }
      for (const Fact& fact : trial.facts) {
        require(std::isfinite(fact.value), "a fact is not finite");
      }
    }
  }
}

void read_benchmarks(std::string_view input) {
  const auto parts = parts_of(input);
  const std::string file = written("benchmarks.json", parts.front());
  for (std::size_t k = 1; k < parts.size() && k < 10; ++k) {
    written("benchmarks.json-bin/" + std::to_string(k - 1) + ".bin", parts[k]);
  }
  for (const BenchmarkTime time : {BenchmarkTime::real, BenchmarkTime::cpu}) {
    accepts([&] {
      ForeignFile read = read_foreign_file(file, time);
      auto* benchmarks = std::get_if<RecordedBenchmarks>(&read);
      if (benchmarks == nullptr) return;
      require_sound(*benchmarks);
      static_cast<void>(digest_of(*benchmarks));
      name_benchmarks(*benchmarks, "", "", file);
      for (const auto& benchmark : benchmarks->benchmarks) {
        static_cast<void>(instance_of(benchmark));
        static_cast<void>(variant_of(benchmark, "build"));
      }
    });
  }
}

const Target benchmarks("benchmarks", read_benchmarks);

}  // namespace
}  // namespace assay::fuzz
