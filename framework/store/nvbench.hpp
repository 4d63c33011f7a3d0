// What nvbench writes with --jsonbin. Internal to the store.
#pragma once

#include <filesystem>

#include "framework/store/foreign_json.hpp"
#include "framework/store/recorded_benchmark.hpp"

namespace assay {

[[nodiscard]] bool is_nvbench(const ForeignJson& document);

// Each state of a benchmark becomes a trial on its device; its axes are the arguments, its
// summaries facts. The samples are those of the binary files beside `file`, the JSON file: times on
// the GPU with cold caches, or by the host's clock where only that was measured. A state that was
// skipped is a failed trial with the reason.
//
// Throws environment Error that names the file, the state and the cure: for a state without
// samples (nvbench writes their means only unless --jsonbin asks for them), a binary file that is
// missing or of another size, a time that is no number above zero, an entry of another shape, and a
// file without benchmarks.
[[nodiscard]] RecordedBenchmarks nvbench_benchmarks(const ForeignJson& document,
                                                    const std::filesystem::path& file);

}  // namespace assay
