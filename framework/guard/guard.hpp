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

// The time that measuring may take, counted from construction or the last restart of `since`.
struct Budget {
  double seconds = std::numeric_limits<double>::infinity();
  Stopwatch since = {};

  [[nodiscard]] bool spent() const { return since.seconds() >= seconds; }
};

// The looks, as numbers of blocks, for a case with up to `most` blocks: a quarter, half and all.
[[nodiscard]] std::vector<std::size_t> looks_up_to(std::size_t most);

struct GuardOptions {
  double detect = 0.02;  // a fraction: builds that differ by no more are equivalent
  double alpha = 0.05;
  std::vector<std::size_t> looks = {8, 16, 32};  // numbers of blocks after which it may decide
  std::size_t confirmation = 16;  // number of blocks in which a suspect is measured again
  // The part of alpha at which the confirmation may call a suspect equivalent. The earlier looks
  // have the rest, so that builds that differ by `detect` are called equivalent at a total rate of
  // at most alpha.
  double confirmation_equivalence = 0.2;
  BlockOptions block;
  Budget budget;  // after it no block begins; undecided cases are then inconclusive
  std::uint64_t seed = 1;
};

// The result of a case.
struct CaseResult {
  enum class Kind { faster, slower, equivalent, inconclusive, invalid };
  Kind kind = Kind::inconclusive;
  std::string reason;  // why no more is said; "" if there is no more to say
  std::optional<inference::Location>
      location;        // of log-ratios, positive: slower; absent if unmeasured
  double p_value = 1;  // of the hypothesis that there is no difference
  std::size_t blocks = 0;
  std::size_t pairs = 0;
  double baseline_seconds = 0;  // median of the objective over all pairs
  double candidate_seconds = 0;
  bool candidate_failed = false;  // only if invalid: it ran without a verified result
  std::optional<CalibrationRecord> calibration;  // of this machine, if there is one
  double smallest_claim = 0;  // log-ratio from the calibration; smaller ones are never claimed
  double seconds = 0;         // time spent measuring it, in both rounds
  bool accepted = false;      // the user intends that it is slower or removed

  // Takes over a verdict. `p` is the p-value over all looks so far, not of the verdict alone.
  void conclude(const inference::Verdict& verdict, double p);
  CaseResult& invalidate(const std::string& why);
  // Makes the result inconclusive, before everything was measured.
  void leave_open(const std::string& why);
};
[[nodiscard]] const char* to_string(CaseResult::Kind kind);

struct GuardReport {
  std::vector<Case> cases;
  std::vector<CaseResult> results;  // one for each case
  std::vector<std::string> notes;
  double detect = 0;
  double alpha = 0;
  std::string scenario = {};  // the scenario's file, for formats that name one; set by the caller
};

// The run of the store that a guard's verdicts belong to.
struct GuardRun {
  GuardRun(Session& session)  // NOLINT(google-explicit-constructor): it is that session's run
      : store(session.store()), machine(session.machine()), id(session.run()) {}
  GuardRun(Store& results, std::int64_t of_machine, std::int64_t run)
      : store(results), machine(of_machine), id(run) {}

  Store& store;  // must outlive this object
  std::int64_t machine;
  std::int64_t id;
};

// Receives the progress of a guard.
class GuardObserver {
 public:
  virtual ~GuardObserver() = default;
  virtual void case_begins(const Case& /*one*/, std::size_t /*number*/, std::size_t /*count*/) {}
  virtual void block_done(const Case& /*one*/, std::size_t /*blocks*/, std::size_t /*most*/) {}
  virtual void suspected(const Case& /*one*/, const inference::Verdict& /*verdict*/) {}
};

// Measures the cases in blocks of pairs, in two rounds (rounds.hpp), and records the verdicts in
// the store. A case that `stop` or the budget leaves out is inconclusive.
[[nodiscard]] GuardReport run_guard(const GuardRun& run, BlockSource& blocks, Cases cases,
                                    const GuardOptions& options, GuardObserver& observer,
                                    const std::atomic<bool>& stop);

// The exit code, ignoring accepted results: 1 if anything is slower or a candidate failed, else 3
// if anything is invalid or there are no cases, else 4 if anything is inconclusive, else 0.
[[nodiscard]] int exit_code(const GuardReport& report);

}  // namespace assay::guard
