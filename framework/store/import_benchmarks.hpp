#pragma once

#include <cstddef>
#include <string>

#include "framework/store/recorded_benchmark.hpp"
#include "framework/store/store.hpp"

namespace assay {

// The stage of imported trials that come from a measurement rather than a search. Nothing here
// verified them, yet unlike the trials of imported searches they are compared, with each other only
// and marked as imported: their inputs are those of the import, which no instance of this machine
// has.
inline constexpr const char* imported_stage = "imported";

struct ImportedBenchmarks {
  std::size_t trials = 0;  // newly recorded
  std::size_t known = 0;   // recorded by an earlier import of the same file
};

// Records benchmarks that name_benchmarks() has named: a run of the machine they come from, with
// the trials of each. `build_id` distinguishes imports of a variant, for instance by a digest of
// the file. Repeating an import records only what is missing.
ImportedBenchmarks import_benchmarks(Store& store, const RecordedBenchmarks& file,
                                     const std::string& build_id, RunRecord run);

}  // namespace assay
