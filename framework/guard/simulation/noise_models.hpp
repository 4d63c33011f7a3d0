#pragma once

#include <functional>
#include <string>
#include <vector>

#include "framework/guard/simulation/machine.hpp"

namespace assay::guard {

// A way in which machines are noisy.
struct NoiseModel {
  std::string name;
  // A machine whose candidate is slower by the log-ratio `effect`. All chance is the seed's.
  std::function<Machine(double effect, std::uint64_t seed)> machine;
};

// normal (2 %), log-normal (3 %), bimodal (a third of the runs 6 % slower), drifting (2.5 % in 250
// runs, up or down), autocorrelated (2 %, 0.95 from one run to the next), period two (every other
// run 4 % slower), spiky (one run in 20, by 50 % on average), between processes (1 %, 2 % for each
// build in each process), two states (each build is 3 % slower in a third of its processes). All
// but the first three with noise of 0.5 or 1 % from run to run.
[[nodiscard]] std::vector<NoiseModel> noise_models();

// Recorded times: `series` holds the times of one kernel's runs in order, each for one kernel. A
// machine runs one of them, drawn at random; each process, and each `stretch` runs within one,
// begin at a random place of the record, so that the correlation of neighbours stays (the moving
// blocks bootstrap: Kunsch, "The jackknife and the bootstrap for general stationary observations",
// Ann. Statist. 17, 1989). Error (environment) if there is no series, one is shorter than a
// stretch, or a time is not positive and finite; (usage) a stretch of 0.
[[nodiscard]] NoiseModel recorded_noise(std::string name, std::vector<std::vector<double>> series,
                                        std::size_t stretch);

// The same, but a machine runs its series once, in order and whatever processes begin, so that
// nothing is resampled: halves are the recorded halves. After the last run it begins again. Error
// as above.
[[nodiscard]] NoiseModel recorded_in_order(std::string name,
                                           std::vector<std::vector<double>> series);

}  // namespace assay::guard
