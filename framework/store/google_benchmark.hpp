// The JSON that Google Benchmark writes with --benchmark_out_format=json. Internal to the store.
#pragma once

#include <string>

#include "framework/store/foreign_json.hpp"
#include "framework/store/recorded_benchmark.hpp"

namespace assay {

[[nodiscard]] bool is_google_benchmark(const ForeignJson& document);

// Turns each benchmark into a trial with one sample for each repetition, in seconds per iteration,
// of the `time` asked for. Iterations, the time not asked for and counters become facts: the median
// of their finite values over the repetitions. An error becomes a failed trial with its message, a
// skipped benchmark an unsupported one. Aggregates are left out, since they follow from the
// repetitions.
//
// Throws environment Error that begins with `place` and names the entry and the cure, for a
// benchmark of which only aggregates are present, a measured time that is not a number above zero
// or has an unknown unit, a duplicate repetition, a malformed entry, and a file without benchmarks.
[[nodiscard]] RecordedBenchmarks google_benchmarks(const ForeignJson& document,
                                                   const std::string& place,
                                                   BenchmarkTime time = BenchmarkTime::real);

}  // namespace assay
