#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/guard/builds.hpp"
#include "framework/scenario/scenario.hpp"
#include "framework/store/guard_records.hpp"
#include "framework/tune/session.hpp"

namespace assay::guard {

// One variant on one instance and device, as both builds have it.
struct Case {
  OpenInstance instance;
  Contender baseline;
  Contender candidate;
  Bindings configuration;  // of both
  std::string origin;      // of the configuration: "recorded best", "default"
  std::string problem;     // why it cannot be measured; "" if it can
  GuardCaseKey key;        // what its verdicts and calibrations are recorded under

  [[nodiscard]] bool same_build() const {
    return baseline.variant.build_id == candidate.variant.build_id;
  }
};

struct Cases {
  std::vector<Case> cases;
  std::vector<std::string> notes;  // what else the scenario has, a line each
};

// What a case is recorded under, of a session whose worker measures it.
[[nodiscard]] GuardCaseKey case_key(Session& session, const Case& one);

// The cases of a scenario: every variant of the baseline on every instance, opened in the session's
// worker (`candidate_worker` has the candidate alone, and opens those whose problem was built
// anew). What the candidate does not have, has with other parameters, or gives other inputs is a
// case with a `problem`: a missing result is never "no regression". Each is measured at the best
// configuration that the store holds for the variant on the instance, of whatever build, else at
// the scenario's default. Throws what make_plan throws of the baseline.
[[nodiscard]] Cases make_cases(const Scenario& scenario, const BuildCatalogs& catalogs,
                               Session& session, WorkerClient& candidate_worker);

}  // namespace assay::guard
