// Compiles parts of search spaces, to find code that does not compile before anything is measured,
// and on devices that are not here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "framework/scenario/plan.hpp"
#include "framework/supervisor/client.hpp"

namespace assay {

// A configuration of a contender that did not compile, or that turned out to be none.
struct CompileFailure {
  Bindings configuration;
  TrialResult result;
};

// The compilations of one contender on one instance.
struct CompileCheck {
  const Contest* contest = nullptr;
  const Contender* contender = nullptr;
  std::uint64_t size = 0;    // of the search space
  std::size_t compiled = 0;  // configurations tried
  std::vector<CompileFailure> failures;
  // Configurations that compiled but are beyond the device, or do not meet a constraint on what is
  // compiled.
  std::vector<CompileFailure> excluded;
  // Constraints on what is compiled that could not be checked, each with place and reason.
  std::set<std::string> unchecked;
  // Why the contender has no configuration for the instance; "" if it has.
  std::string left_out;
};

// Compiles, for every contender of every contest, each value of each parameter at least once and
// some corners of the space, in `processes` workers at a time, each within `limit_seconds`. The
// devices of the plan may be stand-ins for devices that are not here ("cuda:sm_90"). Creates the
// instances in `worker`, without their references. A configuration that turns out to be beyond the
// device, or not to meet a constraint on what is compiled, counts as compiled. `plan` must outlive
// the result. Throws usage Error for constraints that cannot be evaluated, and what creating an
// instance throws.
[[nodiscard]] std::vector<CompileCheck> compile_corners(const Plan& plan, WorkerClient& worker,
                                                        const WorkerOptions& options,
                                                        std::size_t processes,
                                                        double limit_seconds);

}  // namespace assay
