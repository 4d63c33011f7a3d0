// What a store holds of pairs on a subject's instances.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/fact.hpp"
#include "framework/dispatch/subject.hpp"
#include "framework/tune/session.hpp"

namespace assay::dispatch {

// The stage of trials that measure a dispatcher's pairs.
inline constexpr const char* dispatch_stage = "dispatch";

// What a trial cost: failed_cost if it failed, or was too short for the clock.
[[nodiscard]] inline double cost_of(const std::optional<Interval>& objective) {
  return objective && objective->median > 0 ? objective->median : failed_cost;
}

// One trial of a pair: its cost, failed_cost if it failed.
struct RecordedCost {
  Pair pair;
  std::uint32_t process = 0;
  double cost = failed_cost;
};

struct RecordedInstance {
  std::vector<Fact> facts;
  std::vector<RecordedCost> costs;
};

// What is recorded of each instance, by the canonical text of its arguments.
using RecordedCosts = std::map<std::string, RecordedInstance>;

// Reads the trials of `stages` with the contenders' present builds on this machine, in the
// scenario's mode.
[[nodiscard]] RecordedCosts recorded_costs(Session& session, const Scenario& scenario,
                                           const Subject& subject,
                                           const std::vector<std::string>& stages);

}  // namespace assay::dispatch
