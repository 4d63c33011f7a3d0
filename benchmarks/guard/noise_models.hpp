#pragma once

#include <functional>
#include <string>
#include <vector>

#include "benchmarks/guard/machine.hpp"

namespace assay::guard {

// A kind of noise, as a source of machines that have it.
struct NoiseModel {
  std::string name;
  // Creates a machine whose candidate is slower by the log-ratio `effect`. The seed determines all
  // randomness.
  std::function<Machine(double effect, std::uint64_t seed)> machine;
};

// The synthetic models: normal (2 %), log-normal (3 %), bimodal (a third of the runs 6 % slower),
// drifting (2.5 % in 250 runs, up or down), autocorrelated (2 %, 0.95 from one run to the next),
// period two (every other run 4 % slower), spiky (one run in 20, by 50 % on average), between
// processes (1 %, 2 % for each build in each process), two states (each build is 3 % slower in a
// third of its processes). All except the first three have additional noise of 0.5 or 1 % from run
// to run.
[[nodiscard]] std::vector<NoiseModel> noise_models();

// Resamples recorded times. Each element of `series` holds the times of one kernel's runs, in
// order. A machine uses one of them, drawn at random; each process, and each `stretch` runs within
// one, begin at a random place of the record, which preserves the correlation of neighbours (the
// moving blocks bootstrap: Kunsch, "The jackknife and the bootstrap for general stationary
// observations", Ann. Statist. 17, 1989). Error (environment) if there is no series, one is shorter
// than a stretch, or a time is not positive and finite; (usage) a stretch of 0.
[[nodiscard]] NoiseModel recorded_noise(std::string name, std::vector<std::vector<double>> series,
                                        std::size_t stretch);

// Replays recorded times without resampling: a machine runs through its series in order, regardless
// of the processes, so that halves of a simulation are the recorded halves. After the last run it
// starts over. Error (environment) if there is no series, one is empty, or a time is not positive
// and finite.
[[nodiscard]] NoiseModel recorded_in_order(std::string name,
                                           std::vector<std::vector<double>> series);

}  // namespace assay::guard
