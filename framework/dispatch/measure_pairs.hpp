#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/dispatch/subject.hpp"
#include "framework/tune/compile_ahead.hpp"
#include "framework/tune/session.hpp"

namespace assay::dispatch {

// Each pair is measured so often on an instance, in an order drawn for each round: more often where
// a dispatcher is checked, since the best of many noisy costs is too good, and an oracle takes it.
inline constexpr std::uint32_t rounds_of_training = 2;
inline constexpr std::uint32_t rounds_of_check = 4;
// Where the two least costs do not agree, up to so many rounds follow.
inline constexpr std::uint32_t most_rounds = 6;

struct MeasuringProgress {
  std::size_t instance = 0;  // from 1
  std::size_t instances = 0;
  std::size_t trials = 0;  // measured in this run
};

// Measures the pairs on the instances of `contests`, compiled by `compiler` if they do not run on
// the host's cores, each trial verified and recorded, and returns the middles of their two least
// costs. What the store holds is not measured again, so that a command that was stopped resumes. A
// pair that fails once on an instance has failed there. An instance that cannot be created is left
// out, and `note` told why. Nothing is returned if `stop` was set.
[[nodiscard]] std::optional<CostMatrix> measure_pairs(
    Session& session, CompileAhead& compiler, const Scenario& scenario, const Subject& subject,
    const std::vector<Contest>& contests, const std::vector<Pair>& pairs, std::uint32_t rounds,
    const std::function<void(const MeasuringProgress&)>& progress,
    const std::function<void(const std::string&)>& note, const std::atomic<bool>& stop);

}  // namespace assay::dispatch
