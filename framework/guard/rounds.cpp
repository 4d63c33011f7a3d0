#include "framework/guard/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/core/units.hpp"
#include "framework/inference/false_discovery.hpp"
#include "framework/inference/looks.hpp"

namespace assay::guard {
namespace {

using Kind = CaseResult::Kind;

bool is_suspect(const CaseResult& result) {
  return result.kind == Kind::faster || result.kind == Kind::slower;
}

inference::Criteria confirmation_criteria(const GuardOptions& options, double smallest_claim) {
  return {options.alpha, inference::log_margin(options.detect), smallest_claim,
          options.confirmation_equivalence};
}

// Performs the second round of a case that the first one found faster or slower.
CaseResult measure_again(Subject& subject, const CaseResult& first, const GuardOptions& options) {
  CaseResult result;
  result.seconds = first.seconds;
  result.calibration = first.calibration;
  result.smallest_claim = first.smallest_claim;
  if (!subject.begin(Round::confirmation, result)) return result;
  std::vector<double> observations;
  while (observations.size() < options.confirmation) {
    const auto observation = subject.observe(options.confirmation, result);
    if (!observation) return result;
    observations.push_back(*observation);
  }
  const inference::Verdict verdict =
      subject.judge(observations, confirmation_criteria(options, result.smallest_claim));
  result.conclude(verdict, verdict.p_different);
  return result;
}

// The final result of a case whose `first` result is faster or slower.
CaseResult settle_suspect(const CaseResult& first, CaseResult again, double adjusted,
                          double alpha) {
  if (again.kind == Kind::invalid || (again.kind == first.kind && adjusted <= alpha)) {
    again.p_value = std::max(again.p_value, adjusted);
    return again;
  }
  if (again.kind == Kind::equivalent) return again;
  const auto change = [](const CaseResult& result) {
    return format_change(std::expm1(result.location->estimate), 2);
  };
  if (!again.location) {
    again.reason = fmt::format("at first {} ({}), but not measured again: {}",
                               to_string(first.kind), change(first), again.reason);
    return again;
  }
  again.reason = fmt::format(
      "at first {} ({}), but measured again in fresh processes {} with an adjusted p of {:.2g}",
      to_string(first.kind), change(first), change(again), adjusted);
  again.kind = Kind::inconclusive;
  return again;
}

}  // namespace

bool may_measure(const Budget& budget, const std::atomic<bool>& stop, CaseResult& result) {
  if (stop) {
    result.leave_open("interrupted");
  } else if (budget.spent()) {
    result.leave_open(
        fmt::format("the time for all cases, {}, was used up after {} of its processes: give more "
                    "(--seconds), or compare fewer cases",
                    format_seconds(budget.seconds), result.blocks));
  } else {
    return true;
  }
  return false;
}

inference::Criteria screening_criteria(const GuardOptions& options, double smallest_claim) {
  return {options.alpha, inference::log_margin(options.detect), smallest_claim,
          1 - options.confirmation_equivalence};
}

CaseResult screen(Subject& subject, const GuardOptions& options) {
  CaseResult result;
  if (!subject.begin(Round::screening, result)) return result;
  const auto looks = inference::plan_looks(options.looks, options.alpha);
  inference::SequentialTest test(
      looks, screening_criteria(options, result.smallest_claim),
      [&subject](std::span<const double> observations, const inference::Criteria& criteria) {
        return subject.judge(observations, criteria);
      });
  while (!test.finished()) {
    const auto observation = subject.observe(looks.back().blocks, result);
    if (!observation) return result;
    if (const auto decision = test.add(*observation)) {
      result.conclude(decision->verdict, decision->p_overall);
      if (decision->final && is_suspect(result)) subject.suspected(decision->verdict);
    }
  }
  return result;
}

std::vector<CaseResult> judge_in_two_rounds(std::span<Subject* const> subjects,
                                            const GuardOptions& options, Family family) {
  std::vector<CaseResult> results;
  for (Subject* subject : subjects) results.push_back(screen(*subject, options));
  std::vector<CaseResult> again(results.size());
  std::vector<double> p_values;  // of the family that is adjusted together
  std::vector<std::size_t> suspects;
  std::vector<std::size_t> places;  // index of each suspect in p_values
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (is_suspect(results[k])) {
      again[k] = measure_again(*subjects[k], results[k], options);
      suspects.push_back(k);
      places.push_back(p_values.size());
      p_values.push_back(again[k].p_value);
    } else if (family == Family::measured && results[k].location) {
      p_values.push_back(1);
    }
  }
  const auto adjusted = inference::benjamini_hochberg(p_values);
  for (std::size_t s = 0; s < suspects.size(); ++s) {
    CaseResult& first = results[suspects[s]];
    first = settle_suspect(first, again[suspects[s]], adjusted[places[s]], options.alpha);
  }
  return results;
}

}  // namespace assay::guard
