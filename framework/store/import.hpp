#pragma once

#include <cstdint>
#include <string>

#include "framework/store/recorded_space.hpp"
#include "framework/store/store.hpp"

namespace assay {

struct Imported {
  std::int64_t instance = 0;
  std::size_t trials = 0;  // newly recorded
  std::size_t known = 0;   // recorded by an earlier import of the same space
};

// Records a space as the search that produced it: a run of the machine it comes from, with a trial
// for each configuration. `build_id` distinguishes imports, for instance by a digest of the file.
//
// The variant's plugin is imported_plugin, so that nobody takes the results for assay's own:
// nothing here was verified, and a comparison never ranks unverified results. The origin must name
// problem, variant, device and machine. Repeating an import records only what is missing.
Imported import_space(Store& store, const RecordedSpace& space, const std::string& build_id,
                      const RunRecord& run);

}  // namespace assay
