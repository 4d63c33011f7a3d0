#pragma once

#include "benchmarks/guard/detectors.hpp"

namespace assay::guard {

// A record of several configurations that are equally fast, so that the best of them was merely
// lucky.
struct RecordingSettings {
  std::size_t configurations = 8;
  std::size_t processes = 3;  // processes that measure each configuration
  bool searched = true;       // each configuration is measured once before, in one more process
  std::size_t runs = 30;      // of a configuration in each process
};

// The guard against a record, judged by the code that judges real ones: the machine's baseline is
// recorded, then its candidate is compared with that record. Its name states the settings.
[[nodiscard]] Detector record_detector(const GuardOptions& options,
                                       const RecordingSettings& settings, const RunCosts& costs);

}  // namespace assay::guard
