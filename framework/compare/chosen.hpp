// The part of a store that CompareOptions choose. Internal to reports.
#pragma once

#include <cstdint>
#include <vector>

#include "framework/compare/comparison.hpp"

namespace assay {

// The chosen machines. Throws usage Error for a machine, variant or problem unknown to the store.
[[nodiscard]] std::vector<StoredMachine> chosen_machines(const Store& store,
                                                         const CompareOptions& options);

// The machine's trials that the options choose and those of the reference, in any mode and build,
// in order of recording. Trials of guards are included only if their run is asked for.
[[nodiscard]] std::vector<StoredTrial> chosen_trials(const Store& store,
                                                     const CompareOptions& options,
                                                     std::int64_t machine);

}  // namespace assay
