// What CompareOptions choose of a store. Internal to reports.
#pragma once

#include <cstdint>
#include <vector>

#include "framework/report/comparison.hpp"

namespace assay {

// Throws usage Error for a machine, variant or problem that the store does not know.
[[nodiscard]] std::vector<StoredMachine> chosen_machines(const Store& store,
                                                         const CompareOptions& options);

// The machine's trials of what the options choose, of any mode and build, and those of the
// reference, in order of recording. Those of guards only where their run is asked for.
[[nodiscard]] std::vector<StoredTrial> chosen_trials(const Store& store,
                                                     const CompareOptions& options,
                                                     std::int64_t machine);

}  // namespace assay
