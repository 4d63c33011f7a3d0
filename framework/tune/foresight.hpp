// The search spaces of a tune, as known before anything is created or measured.
#pragma once

#include <cstdint>
#include <vector>

#include "framework/scenario/plan.hpp"
#include "framework/scenario/scenario.hpp"
#include "framework/tune/observer.hpp"

namespace assay {

struct ForeseenSpace {
  Contender contender;
  std::uint64_t size = 0;
  // Whether `size` is an upper bound: it ignores constraints on facts that only the created
  // instance provides.
  bool at_most = false;
};

struct ForeseenContest {
  const Contest* contest = nullptr;
  std::vector<ForeseenSpace> spaces;  // of the contenders that serve the instance
};

// Finds the spaces of a plan in the same way as tune(), notes included: through Serving, with every
// constraint except those on facts of instances that do not exist yet. Throws the errors that
// tune() would throw for the spaces: usage Error for expressions that are wrong or cannot be
// evaluated, for invalid array sizes, and where nothing is left to measure. `plan` must outlive the
// result. Ends with a note after `seconds`, because a plan may have thousands of large spaces.
[[nodiscard]] std::vector<ForeseenContest> foresee(const Scenario& scenario, const Plan& plan,
                                                   TuneObserver& observer, double seconds = 20);

}  // namespace assay
