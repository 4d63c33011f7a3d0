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
  // True if the baseline and the candidate are one file, byte for byte. Never of programs: the same
  // command may run another thing in another folder, or on another day.
  bool identical = false;
  std::string benchmark = {};  // as the program calls it, "BM_Sort/8"; "" of a plugin's variant
};

// "spin.cpu on cpu", which tells the cases of an instance apart; with what was measured where that
// is not the time that passed: "bench on cpu (cpu-time)".
[[nodiscard]] std::string case_name(const Case& one);

// What a user may call it: its variant; of a program the benchmark, with its arguments and without.
[[nodiscard]] std::vector<std::string> names_of(const Case& one);

struct Cases {
  std::vector<Case> cases;
  std::vector<std::string> notes;  // what else the scenario has, a line each
};

// What a case is recorded under, of a session whose worker measures it.
[[nodiscard]] GuardCaseKey case_key(Session& session, const Case& one);

// The cases of a scenario: every variant of the baseline on every instance, opened in the session's
// worker (`candidate_worker` has the candidate alone, and opens those whose problem was built
// anew). What the candidate does not have, has with other parameters, or gives other inputs is a
// case with a `problem`: a missing result is never "no regression". A variant that the candidate
// alone has is a note, named by the scenario or not. Each is measured at the best
// configuration that the store holds for the variant on the instance, of whatever build, else at
// the scenario's default. Throws what make_plan throws of the baseline.
[[nodiscard]] Cases make_cases(const Scenario& scenario, const BuildCatalogs& catalogs,
                               Session& session, WorkerClient& candidate_worker);

}  // namespace assay::guard
