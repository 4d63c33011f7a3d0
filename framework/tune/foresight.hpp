// What can be told of a tune before anything is created or measured.
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
  // What constraints make of facts that only the created instance tells is left out of `size`.
  bool at_most = false;
};

struct ForeseenContest {
  const Contest* contest = nullptr;
  std::vector<ForeseenSpace> spaces;  // of those that serve the instance
};

// The spaces of a plan, found as tune() finds them, its notes included: by Serving, with every
// constraint but those over facts of instances that do not exist yet. Throws what tune() would
// throw of them: usage Error for expressions that are wrong or cannot be evaluated, for sizes of
// arrays that are none, and where nothing is left to measure. `plan` must outlive the result. Ends
// with a note after `seconds`: a plan may have thousands of large spaces.
[[nodiscard]] std::vector<ForeseenContest> foresee(const Scenario& scenario, const Plan& plan,
                                                   TuneObserver& observer, double seconds = 20);

}  // namespace assay
