#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "framework/scenario/scenario.hpp"
#include "framework/store/store.hpp"
#include "framework/tune/teams.hpp"

namespace assay::command {

// The outcome of tuning on one or several machines, each on its own.
struct TeamsTuned {
  bool finished = true;                 // on all machines
  std::vector<std::int64_t> instances;  // tuned on any of the machines
  std::vector<std::string> machines;    // fingerprints of machines that recorded something
  std::vector<std::string> failures;    // reasons why some team had to end early
};

// Tunes the scenario on all teams concurrently: different machines have a contest
// each and are never compared. `run` is recorded once for each machine. If no team could start,
// throws one of their errors, usage Error in preference to environment Error.
[[nodiscard]] TeamsTuned tune_teams(std::vector<Team>& teams, const Scenario& scenario,
                                    const RunRecord& run, const std::filesystem::path& store_file,
                                    const std::atomic<bool>& stop);

}  // namespace assay::command
