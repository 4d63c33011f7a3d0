#pragma once

#include <cstddef>
#include <string>

#include "framework/store/recorded_benchmark.hpp"
#include "framework/store/store.hpp"

namespace assay {

// The stage of imported trials that are a measurement, not a search. Nothing here verified them,
// and unlike the trials of imported searches they are compared all the same, with each other and
// marked: their inputs are those of the import, which no instance of this machine has.
inline constexpr const char* imported_stage = "imported";

struct ImportedBenchmarks {
  std::size_t trials = 0;  // newly recorded
  std::size_t known = 0;   // recorded by an earlier import of the same file
};

// Records benchmarks that name_benchmarks() has named: a run of the machine they are from, with the
// trials of each. `build_id` tells one import of a variant from another, for instance a digest of
// the file. Repeating an import records what is missing only.
ImportedBenchmarks import_benchmarks(Store& store, const RecordedBenchmarks& file,
                                     const std::string& build_id, RunRecord run);

}  // namespace assay
