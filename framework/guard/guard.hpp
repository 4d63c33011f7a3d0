#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "framework/guard/blocks.hpp"
#include "framework/guard/cases.hpp"
#include "framework/inference/levels.hpp"
#include "framework/inference/looks.hpp"
#include "framework/measure/clock.hpp"
#include "framework/store/guard_records.hpp"

namespace assay::guard {

// What measuring may take, from when it was made or `since` was restarted.
struct Budget {
  double seconds = std::numeric_limits<double>::infinity();
  Stopwatch since = {};

  [[nodiscard]] bool spent() const { return since.seconds() >= seconds; }
};

// When the verdict is asked for where a case has `most` blocks: after a quarter, a half, and all.
[[nodiscard]] std::vector<std::size_t> looks_up_to(std::size_t most);

struct GuardOptions {
  double detect = 0.02;  // a fraction: builds that differ by no more are equivalent
  double alpha = 0.05;
  std::vector<std::size_t> looks = {8, 16, 32};  // after so many blocks the verdict is asked for
  std::size_t confirmation = 16;                 // blocks in which a suspect is measured again
  // The part of alpha at which those may call it equivalent; the looks before have the rest, so
  // that builds that differ by `detect` are called equivalent at a rate of alpha at most in all.
  double confirmation_equivalence = 0.2;
  BlockOptions block;
  Budget budget;  // no block is begun after it: what is undecided then is inconclusive
  std::uint64_t seed = 1;
};

// What came of a case.
struct CaseResult {
  enum class Kind { faster, slower, equivalent, inconclusive, invalid };
  Kind kind = Kind::inconclusive;
  std::string reason;  // why not more is said; "" where there is no more to say
  std::optional<inference::Location>
      location;        // log-ratios, positive: slower; absent where nothing was measured
  double p_value = 1;  // of no difference
  std::size_t blocks = 0;
  std::size_t pairs = 0;
  double baseline_seconds = 0;  // medians of the objective over all pairs
  double candidate_seconds = 0;
  bool candidate_failed = false;                 // of `invalid`: it ran and gave no verified result
  std::optional<CalibrationRecord> calibration;  // of this machine, where there is one
  double smallest_claim = 0;  // log-ratio; from the calibration: less is never claimed
  double seconds = 0;         // that measuring it took, both rounds
  bool accepted = false;      // it is slower, or not there any more, and that is meant

  // Says what the verdict says; `p` is that of all that was looked at, not of the verdict alone.
  void conclude(const inference::Verdict& verdict, double p);
  CaseResult& invalidate(const std::string& why);
  // Inconclusive, before all was measured that should have been.
  void leave_open(const std::string& why);
};
[[nodiscard]] const char* to_string(CaseResult::Kind kind);

struct GuardReport {
  std::vector<Case> cases;
  std::vector<CaseResult> results;  // one for each case
  std::vector<std::string> notes;
  double detect = 0;
  double alpha = 0;
  std::string scenario = {};  // its file, where formats are to name one; set by who knows it
};

// The run of the store that a guard's verdicts belong to.
struct GuardRun {
  GuardRun(Session& session)  // NOLINT(google-explicit-constructor): it is that session's run
      : store(session.store()), machine(session.machine()), id(session.run()) {}
  GuardRun(Store& results, std::int64_t of_machine, std::int64_t run)
      : store(results), machine(of_machine), id(run) {}

  Store& store;  // outlives it
  std::int64_t machine;
  std::int64_t id;
};

// Is told what the guard does.
class GuardObserver {
 public:
  virtual ~GuardObserver() = default;
  virtual void case_begins(const Case& /*one*/, std::size_t /*number*/, std::size_t /*count*/) {}
  virtual void block_done(const Case& /*one*/, std::size_t /*blocks*/, std::size_t /*most*/) {}
  virtual void suspected(const Case& /*one*/, const inference::Verdict& /*verdict*/) {}
};

// Measures the cases in blocks of pairs, in two rounds (rounds.hpp). Verdicts are in the store when
// this returns. A case that `stop` or the budget leaves out is inconclusive.
[[nodiscard]] GuardReport run_guard(const GuardRun& run, BlockSource& blocks, Cases cases,
                                    const GuardOptions& options, GuardObserver& observer,
                                    const std::atomic<bool>& stop);

// The exit code, over what is not accepted: 1 if anything is slower or a candidate
// failed, else 3 if anything is invalid or there are no cases, else 4 if anything is inconclusive,
// else 0.
[[nodiscard]] int exit_code(const GuardReport& report);

}  // namespace assay::guard
