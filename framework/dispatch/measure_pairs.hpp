#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/dispatch/subject.hpp"
#include "framework/tune/session.hpp"

namespace assay::dispatch {

// Each pair is measured twice on an instance, in an order drawn for each time, and up to so many
// times where the two least costs do not agree.
inline constexpr std::uint32_t most_rounds = 5;

struct MeasuringProgress {
  std::size_t instance = 0;  // from 1
  std::size_t instances = 0;
  std::size_t trials = 0;  // measured in this run
};

// Measures the pairs on the instances of `contests`, each trial verified and recorded, and returns
// the middles of their two least costs. What the store holds is not measured again, so that a
// command that was stopped resumes. A pair that fails once on an instance has failed there. An
// instance that cannot be created is left out, and `note` told why. Nothing is returned if `stop`
// was set.
[[nodiscard]] std::optional<CostMatrix> measure_pairs(
    Session& session, const Scenario& scenario, const Subject& subject,
    const std::vector<Contest>& contests, const std::vector<Pair>& pairs,
    const std::function<void(const MeasuringProgress&)>& progress,
    const std::function<void(const std::string&)>& note, const std::atomic<bool>& stop);

}  // namespace assay::dispatch
