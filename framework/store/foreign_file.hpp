// Files of other tools, whichever of those that assay reads.
#pragma once

#include <filesystem>
#include <variant>

#include "framework/store/recorded_benchmark.hpp"
#include "framework/store/recorded_space.hpp"

namespace assay {

// Of T4 a space, of Google Benchmark and nvbench the benchmarks.
using ForeignFile = std::variant<RecordedSpace, RecordedBenchmarks>;

// Reads a file, plain or gzip, and tells by its members what it is: "benchmarks" beside a "context"
// or beside "devices" (Google Benchmark, nvbench), else T4. Throws environment Error that names the
// place and the cure for a file that is cut off, damaged, larger than largest_text, of no such
// format, or not to be believed, or one of nvbench where `time` asks for the processor's. What is
// not finite and no time that is compared is left out.
[[nodiscard]] ForeignFile read_foreign_file(const std::filesystem::path& path,
                                            BenchmarkTime time = BenchmarkTime::real);

}  // namespace assay
