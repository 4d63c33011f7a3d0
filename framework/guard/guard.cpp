#include "framework/guard/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "framework/guard/bookkeeping.hpp"
#include "framework/guard/rounds.hpp"
#include "framework/inference/median.hpp"

namespace assay::guard {
namespace {

using Kind = CaseResult::Kind;

constexpr std::array kind_names = {"faster", "slower", "equivalent", "inconclusive", "invalid"};

// If this share of the pairs was slowed down, the comparison is one of clocks, not of builds.
constexpr double most_slowed = 0.5;

Kind kind_of(inference::Outcome outcome) {
  switch (outcome) {
    case inference::Outcome::faster:
      return Kind::faster;
    case inference::Outcome::slower:
      return Kind::slower;
    case inference::Outcome::equivalent:
      return Kind::equivalent;
    case inference::Outcome::undecided:
      return Kind::inconclusive;
  }
  return Kind::inconclusive;
}

// The times measured in one round of a case.
struct Measured {
  std::size_t blocks = 0;
  std::vector<double> baseline;
  std::vector<double> candidate;
  std::size_t slowed = 0;
};

// The context that all cases of a guard share.
struct PairedGuard {
  const GuardRun& run;
  BlockSource& blocks;
  const GuardOptions& options;
  GuardObserver& observer;
  const std::atomic<bool>& stop;
  std::size_t case_count;
};

// A case whose two builds are measured in blocks of pairs.
class PairedCase final : public Subject {
 public:
  PairedCase(const PairedGuard& guard, const Case& one, std::size_t number)
      : guard_(guard), case_(one), number_(number) {}

  bool begin(Round round, CaseResult& result) override {
    measured_ = {};
    if (round == Round::confirmation) return true;
    guard_.observer.case_begins(case_, number_, guard_.case_count);
    if (!case_.problem.empty()) {
      result.invalidate(case_.problem);
      return false;
    }
    if (is_disqualified(result)) return false;
    calibrate(result);
    if (!case_.identical) return true;
    result.kind = Kind::equivalent;
    result.reason = "both are the same build";
    return false;
  }

  std::optional<double> observe(std::size_t most, CaseResult& result) override {
    Block block;
    if (!measure(block, result)) return std::nullopt;
    for (const inference::TimePair& pair : block.pairs) {
      measured_.baseline.push_back(pair.baseline);
      measured_.candidate.push_back(pair.candidate);
    }
    measured_.slowed += block.slowed;
    result.blocks = ++measured_.blocks;
    result.pairs = measured_.baseline.size();
    result.baseline_seconds = inference::median_of(measured_.baseline);
    result.candidate_seconds = inference::median_of(measured_.candidate);
    guard_.observer.block_done(case_, result.blocks, most);
    if (slowed_itself_down()) {
      result.invalidate(
          "the device slowed itself down (power, heat) during most pairs: cool it, or "
          "lower its power, and measure again");
      return std::nullopt;
    }
    return inference::block_effect(block.pairs);
  }

  [[nodiscard]] inference::Verdict judge(std::span<const double> observations,
                                         const inference::Criteria& criteria) const override {
    return inference::judge(observations, criteria);
  }

  void suspected(const inference::Verdict& verdict) override {
    guard_.observer.suspected(case_, verdict);
  }

 private:
  // Measures a block. Returns false with the result settled if the block fails or is inconclusive,
  // or if the guard must end.
  bool measure(Block& block, CaseResult& result) const {
    if (!may_measure(guard_.options.budget, guard_.stop, result)) return false;
    const Stopwatch watch;
    block = guard_.blocks.measure(case_);
    result.seconds += watch.seconds();
    // The signal that stops the guard may also have stopped the programs.
    if (!block.ok() && guard_.stop) return may_measure(guard_.options.budget, guard_.stop, result);
    if (!block.inconclusive.empty()) {
      result.leave_open(block.inconclusive);
      return false;
    }
    if (block.ok()) return true;
    result.candidate_failed =
        block.candidate != TrialStatus::ok && block.candidate != TrialStatus::stopped &&
        (block.baseline == TrialStatus::ok || block.baseline == TrialStatus::stopped);
    result.invalidate(block.failure);
    return false;
  }

  [[nodiscard]] bool slowed_itself_down() const {
    const auto pairs = static_cast<double>(measured_.baseline.size());
    return static_cast<double>(measured_.slowed) > most_slowed * pairs &&
           measured_.blocks >= guard_.options.looks.front();
  }

  // Whether an earlier trial found one of the sides wrong; then the result says so. Such code is
  // not compared, even if it is right today.
  bool is_disqualified(CaseResult& result) const {
    const GuardCaseKey& key = case_.key;
    for (const std::int64_t build : {key.baseline, key.candidate}) {
      const auto wrong = guard_.run.store.wrong_trial(
          {guard_.run.machine, key.instance, build, key.device, key.configuration, "", 0, ""});
      if (!wrong) continue;
      result.candidate_failed = build != key.baseline;
      result.invalidate(fmt::format("the {} is disqualified: {}",
                                    build == key.baseline ? "baseline" : "candidate",
                                    to_string(*wrong)));
      return true;
    }
    return false;
  }

  // Looks up what the machine can tell apart according to its calibration.
  void calibrate(CaseResult& result) const {
    result.calibration = guard_.run.store.calibration(guard_.run.machine, case_.key);
    if (result.calibration) {
      result.smallest_claim = smallest_claim(*result.calibration, guard_.options);
    }
  }

  const PairedGuard& guard_;
  const Case& case_;
  std::size_t number_;
  Measured measured_;
};

}  // namespace

const char* to_string(CaseResult::Kind kind) {
  return kind_names.at(static_cast<std::size_t>(kind));
}

void CaseResult::conclude(const inference::Verdict& verdict, double p) {
  kind = kind_of(verdict.outcome);
  reason = verdict.reason;
  location = verdict.location;
  p_value = p;
}

CaseResult& CaseResult::invalidate(const std::string& why) {
  kind = Kind::invalid;
  reason = why;
  return *this;
}

void CaseResult::leave_open(const std::string& why) {
  kind = Kind::inconclusive;
  reason = why;
}

GuardReport run_guard(const GuardRun& run, BlockSource& blocks, Cases cases,
                      const GuardOptions& options, GuardObserver& observer,
                      const std::atomic<bool>& stop) {
  GuardReport report{
      std::move(cases.cases), {}, std::move(cases.notes), options.detect, options.alpha};
  const PairedGuard guard{run, blocks, options, observer, stop, report.cases.size()};
  std::vector<PairedCase> subjects;
  subjects.reserve(report.cases.size());
  std::vector<Subject*> each;
  for (const Case& one : report.cases) {
    each.push_back(&subjects.emplace_back(guard, one, each.size() + 1));
  }
  report.results = judge_in_two_rounds(each, options, Family::suspects);
  for (std::size_t k = 0; k < report.cases.size(); ++k) {
    record_verdict(run, report.cases[k], report.results[k], options);
  }
  return report;
}

std::vector<std::size_t> looks_up_to(std::size_t most) {
  std::vector<std::size_t> looks = {(most + 3) / 4, (most + 1) / 2, most};
  looks.erase(std::unique(looks.begin(), looks.end()), looks.end());
  return looks;
}

int exit_code(const GuardReport& report) {
  const auto any = [&](auto&& matches) {
    return std::ranges::any_of(report.results, [&](const CaseResult& result) {
      return !result.accepted && matches(result);
    });
  };
  const auto any_kind = [&](Kind kind) {
    return any([kind](const CaseResult& result) { return result.kind == kind; });
  };
  if (any_kind(Kind::slower) || any([](const CaseResult& r) { return r.candidate_failed; }))
    return 1;
  if (any_kind(Kind::invalid) || report.results.empty()) return 3;
  return any_kind(Kind::inconclusive) ? 4 : 0;
}

}  // namespace assay::guard
