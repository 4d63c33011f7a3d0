#pragma once

#include "framework/guard/simulation/detectors.hpp"

namespace assay::guard {

// A record of several configurations that are equally fast: the best of them was only lucky.
struct RecordingSettings {
  std::size_t configurations = 8;
  std::size_t processes = 3;  // in each of which each configuration is measured
  bool searched = true;       // each in one process more before that
  std::size_t runs = 30;      // of a configuration in each process
};

// The guard against a record, by the code that judges real ones: the machine's baseline records,
// then its candidate is judged beside that. Named by the settings.
[[nodiscard]] Detector record_detector(const GuardOptions& options,
                                       const RecordingSettings& settings, const RunCosts& costs);

}  // namespace assay::guard
