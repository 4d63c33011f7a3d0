#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/guard/builds.hpp"
#include "framework/scenario/scenario.hpp"
#include "framework/store/guard_records.hpp"
#include "framework/tune/session.hpp"

namespace assay::guard {

// One variant on one instance and device, in both builds.
struct Case {
  OpenInstance instance;
  Contender baseline;
  Contender candidate;
  Bindings configuration;  // of both sides
  std::string origin;      // source of the configuration: "recorded best", "default"
  std::string problem;     // the reason why the case cannot be measured; "" if it can
  GuardCaseKey key;        // key of its verdicts and calibrations in the store
  // Whether baseline and candidate are the same file, byte for byte. Never true for programs: the
  // same command may run something else in another folder or on another day.
  bool identical = false;
  std::string benchmark = {};  // its name in the program, "BM_Sort/8"; "" for a plugin's variant
};

// A name such as "spin.cpu on cpu", unique among the cases of an instance. Includes the objective
// unless that is elapsed time: "bench on cpu (cpu-time)".
[[nodiscard]] std::string case_name(const Case& one);

// The names by which a user may refer to a case: its variant, or, for a program, the benchmark with
// and without its arguments.
[[nodiscard]] std::vector<std::string> names_of(const Case& one);

struct Cases {
  std::vector<Case> cases;
  std::vector<std::string> notes;  // one line each on what else the scenario contains
};

// The key under which a case is recorded, for a session whose worker measures it.
[[nodiscard]] GuardCaseKey case_key(Session& session, const Case& one);

// The cases of a scenario: every variant of the baseline on every instance, opened in the session's
// worker. `candidate_worker` has only the candidate loaded and opens the instances of problems that
// were built anew. A variant that the candidate lacks, has with other parameters or gives other
// inputs becomes a case with a `problem`: a missing result is never "no regression". A variant that
// only the candidate has becomes a note, even if the scenario names it. Each case is measured at
// the best configuration that the store holds for the variant on the instance, from any build, or
// else at the scenario's default. Throws the errors of make_plan for the baseline.
[[nodiscard]] Cases make_cases(const Scenario& scenario, const BuildCatalogs& catalogs,
                               Session& session, WorkerClient& candidate_worker);

}  // namespace assay::guard
