#include "framework/guard/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "framework/core/error.hpp"
#include "framework/core/units.hpp"
#include "framework/guard/bookkeeping.hpp"
#include "framework/inference/false_discovery.hpp"
#include "framework/inference/median.hpp"
#include "framework/measure/objective.hpp"

namespace assay::guard {
namespace {

using Kind = CaseResult::Kind;

constexpr std::array kind_names = {"faster", "slower", "equivalent", "inconclusive", "invalid"};

// Where so large a part of the pairs was slowed down, clocks are compared and not builds.
constexpr double most_slowed = 0.5;

// All that was measured of a case.
struct Measured {
  std::vector<double> effects;  // one of each block
  std::vector<double> baseline;
  std::vector<double> candidate;
  std::size_t slowed = 0;
};

bool is_suspect(const CaseResult& result) {
  return result.kind == Kind::faster || result.kind == Kind::slower;
}

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

class Guard {
 public:
  Guard(const GuardRun& run, BlockSource& blocks, const GuardOptions& options,
        GuardObserver& observer, const std::atomic<bool>& stop)
      : run_(run),
        blocks_(blocks),
        options_(options),
        observer_(observer),
        stop_(stop),
        delta_(inference::log_margin(options.detect)),
        looks_(inference::plan_looks(options.looks, options.alpha)) {}

  GuardReport run(Cases cases) {
    GuardReport report{
        std::move(cases.cases), {}, std::move(cases.notes), options_.detect, options_.alpha};
    for (std::size_t k = 0; k < report.cases.size(); ++k) {
      observer_.case_begins(report.cases[k], k + 1, report.cases.size());
      report.results.push_back(screen(report.cases[k]));
    }
    confirm(report);
    for (std::size_t k = 0; k < report.cases.size(); ++k) {
      record_verdict(run_, report.cases[k], report.results[k], options_);
    }
    return report;
  }

 private:
  // The first round.
  CaseResult screen(const Case& one) {
    CaseResult result;
    if (!one.problem.empty()) return result.invalidate(one.problem);
    calibrate(one, result);
    if (one.identical) {
      result.kind = Kind::equivalent;
      result.reason = "both are the same build";
      return result;
    }
    inference::SequentialTest test(looks_, delta_, result.smallest_claim);
    Measured measured;
    while (!test.finished()) {
      if (!take_block(one, measured, looks_.back().blocks, result)) return result;
      if (const auto decision = test.add(measured.effects.back())) {
        result.conclude(decision->verdict, decision->p_overall);
        if (decision->final && is_suspect(result)) observer_.suspected(one, decision->verdict);
      }
    }
    return result;
  }

  // The second round: in as many fresh blocks for each suspect, judged together.
  void confirm(GuardReport& report) {
    std::vector<std::size_t> suspects;
    std::vector<CaseResult> again;
    for (std::size_t k = 0; k < report.cases.size(); ++k) {
      if (!is_suspect(report.results[k])) continue;
      suspects.push_back(k);
      again.push_back(remeasure(report.cases[k], report.results[k]));
    }
    std::vector<double> p_values;
    for (const CaseResult& result : again) p_values.push_back(result.p_value);
    const auto adjusted = inference::benjamini_hochberg(p_values);
    for (std::size_t k = 0; k < suspects.size(); ++k) {
      CaseResult& first = report.results[suspects[k]];
      first = settle_suspect(first, again[k], adjusted[k]);
    }
  }

  CaseResult remeasure(const Case& one, const CaseResult& first) {
    CaseResult result;
    result.seconds = first.seconds;
    result.calibration = first.calibration;
    result.smallest_claim = first.smallest_claim;
    Measured measured;
    while (measured.effects.size() < options_.confirmation) {
      if (!take_block(one, measured, options_.confirmation, result)) return result;
    }
    const inference::Verdict verdict =
        inference::judge(measured.effects, {options_.alpha, delta_, result.smallest_claim});
    result.conclude(verdict, verdict.p_different);
    return result;
  }

  // `first` is faster or slower; says what stands of that.
  CaseResult settle_suspect(const CaseResult& first, CaseResult again, double adjusted) const {
    if (again.kind == Kind::invalid || (again.kind == first.kind && adjusted <= options_.alpha)) {
      again.p_value = std::max(again.p_value, adjusted);
      return again;
    }
    if (again.kind == Kind::equivalent) return again;
    const auto change = [](const CaseResult& result) {
      return format_change(std::expm1(result.location->estimate), 2);
    };
    if (!again.location) {
      again.reason = fmt::format("at first {} ({}), and not measured again: {}",
                                 to_string(first.kind), change(first), again.reason);
      return again;
    }
    again.reason = fmt::format(
        "at first {} ({}), measured again in fresh processes {} with an adjusted p of {:.2g}",
        to_string(first.kind), change(first), change(again), adjusted);
    again.kind = Kind::inconclusive;
    return again;
  }

  // Measures a block into both. False, with the result settled, if it fails or is to end.
  bool take_block(const Case& one, Measured& measured, std::size_t most, CaseResult& result) {
    if (stop_) return left_open(result, "interrupted");
    if (options_.budget.spent()) return left_open(result, budget_text(result));
    const Stopwatch watch;
    const Block block = blocks_.measure(one);
    result.seconds += watch.seconds();
    // What stops us may stop programs, too.
    if (!block.ok() && stop_) return left_open(result, "interrupted");
    if (!block.ok()) {
      result.candidate_failed =
          block.candidate != TrialStatus::ok && block.candidate != TrialStatus::stopped &&
          (block.baseline == TrialStatus::ok || block.baseline == TrialStatus::stopped);
      result.invalidate(block.failure);
      return false;
    }
    if (!block.inconclusive.empty()) return left_open(result, block.inconclusive);
    for (const inference::TimePair& pair : block.pairs) {
      measured.baseline.push_back(pair.baseline);
      measured.candidate.push_back(pair.candidate);
    }
    measured.slowed += block.slowed;
    measured.effects.push_back(inference::block_effect(block.pairs));
    result.blocks = measured.effects.size();
    result.pairs = measured.baseline.size();
    result.baseline_seconds = inference::median_of(measured.baseline);
    result.candidate_seconds = inference::median_of(measured.candidate);
    observer_.block_done(one, result.blocks, most);
    if (static_cast<double>(measured.slowed) <= most_slowed * static_cast<double>(result.pairs) ||
        result.blocks < looks_.front().blocks) {
      return true;
    }
    result.invalidate(
        "the device slowed itself down (power, heat) during most pairs: cool it, or "
        "lower its power, and measure again");
    return false;
  }

  static bool left_open(CaseResult& result, const std::string& why) {
    result.kind = Kind::inconclusive;
    result.reason = why;
    return false;
  }

  [[nodiscard]] std::string budget_text(const CaseResult& result) const {
    return fmt::format(
        "the time for all cases, {}, was spent after {} of its processes: give more (--seconds), "
        "or compare fewer cases",
        format_seconds(options_.budget.seconds), result.blocks);
  }

  // What the machine was found to tell apart.
  void calibrate(const Case& one, CaseResult& result) {
    result.calibration = run_.store.calibration(run_.machine, one.key);
    if (result.calibration) result.smallest_claim = smallest_claim(*result.calibration, options_);
  }

  const GuardRun& run_;
  BlockSource& blocks_;
  const GuardOptions& options_;
  GuardObserver& observer_;
  const std::atomic<bool>& stop_;
  double delta_;
  std::vector<inference::Look> looks_;
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

GuardReport run_guard(const GuardRun& run, BlockSource& blocks, Cases cases,
                      const GuardOptions& options, GuardObserver& observer,
                      const std::atomic<bool>& stop) {
  return Guard(run, blocks, options, observer, stop).run(std::move(cases));
}

std::vector<std::size_t> looks_up_to(std::size_t most) {
  std::vector<std::size_t> looks = {(most + 3) / 4, (most + 1) / 2, most};
  const auto [rest, end] = std::ranges::unique(looks);
  looks.erase(rest, end);
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
