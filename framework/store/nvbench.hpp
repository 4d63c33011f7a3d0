// The files that nvbench writes with --jsonbin. Internal to the store.
#pragma once

#include <filesystem>

#include "framework/store/foreign_json.hpp"
#include "framework/store/recorded_benchmark.hpp"

namespace assay {

[[nodiscard]] bool is_nvbench(const ForeignJson& document);

// Turns each state of a benchmark into a trial on its device, with the axes as arguments and the
// summaries as facts. The samples come from the binary files next to the JSON file `file`: times on
// the GPU with cold caches, or times by the host's clock if only those were measured. A skipped
// state becomes a failed trial with the reason.
//
// Throws environment Error that names the file, the state and the cure, for a state without samples
// (nvbench writes only means unless --jsonbin asks for the samples), a binary file that is missing
// or has the wrong size, a time that is not a number above zero, a malformed entry, and a file
// without benchmarks.
[[nodiscard]] RecordedBenchmarks nvbench_benchmarks(const ForeignJson& document,
                                                    const std::filesystem::path& file);

}  // namespace assay
