#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "framework/scenario/scenario.hpp"
#include "framework/store/store.hpp"
#include "framework/tune/fleet.hpp"

namespace assay::command {

// What came of tuning on one or several machines, each for itself.
struct TeamsTuned {
  bool finished = true;                 // everywhere
  std::vector<std::int64_t> instances;  // of any of them
  std::vector<std::string> machines;    // fingerprints of those that recorded something
  std::vector<std::string> failures;    // why somebody had to end early
};

// Tunes the scenario on every team of the fleet, all at once: different machines have a contest
// each and are never compared. `run` is recorded once for each of them. Throws what kept all of
// them from starting, usage Error before environment Error.
[[nodiscard]] TeamsTuned tune_teams(Fleet& fleet, const Scenario& scenario, const RunRecord& run,
                                    const std::filesystem::path& store_file,
                                    const std::atomic<bool>& stop);

}  // namespace assay::command
