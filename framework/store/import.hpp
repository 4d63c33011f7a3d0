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

// Records a space as the search that it was: a run of the machine it is from, with a trial for each
// configuration. `build_id` tells one import from another, for instance a digest of the file.
//
// The variant's plugin is imported_plugin, so that nobody takes the results for ours: nothing here
// was verified, and what is not verified is never ranked by a comparison. The origin must name
// problem, variant, device and machine. Repeating an import records what is missing only.
Imported import_space(Store& store, const RecordedSpace& space, const std::string& build_id,
                      const RunRecord& run);

}  // namespace assay
