// Files of other tools, in any of the formats that assay reads.
#pragma once

#include <filesystem>
#include <variant>

#include "framework/store/recorded_benchmark.hpp"
#include "framework/store/recorded_space.hpp"

namespace assay {

// The contents of a file: a space for T4, benchmarks for Google Benchmark and nvbench.
using ForeignFile = std::variant<RecordedSpace, RecordedBenchmarks>;

// Reads a plain or gzip file and recognises its format by its members: "benchmarks" together with
// "context" (Google Benchmark) or with "devices" (nvbench), otherwise T4. Throws environment Error
// that names the place and the cure for a file that is cut off, damaged, larger than largest_text,
// in none of these formats or implausible, and for an nvbench file if `time` asks for processor
// time. Values that are not finite are left out unless they are times that are compared.
[[nodiscard]] ForeignFile read_foreign_file(const std::filesystem::path& path,
                                            BenchmarkTime time = BenchmarkTime::real);

}  // namespace assay
