// What Google Benchmark writes with --benchmark_out_format=json. Internal to the store.
#pragma once

#include <string>

#include "framework/store/foreign_json.hpp"
#include "framework/store/recorded_benchmark.hpp"

namespace assay {

[[nodiscard]] bool is_google_benchmark(const ForeignJson& document);

// Each benchmark becomes a trial with a sample for each repetition, in seconds for an iteration, of
// the `time` asked for; iterations, the other time and counters are facts, the median over the
// repetitions of those that are finite. An error is a failed trial with its message, what was
// skipped an unsupported one. Aggregates follow from repetitions and are left out.
//
// Throws environment Error that begins with `place`, names the entry and the cure: for a benchmark
// of which only aggregates are there, a measured time that is no number above zero or of unknown
// unit, a repetition that is there twice, an entry of another shape, and a file without benchmarks.
[[nodiscard]] RecordedBenchmarks google_benchmarks(const ForeignJson& document,
                                                   const std::string& place,
                                                   BenchmarkTime time = BenchmarkTime::real);

}  // namespace assay
