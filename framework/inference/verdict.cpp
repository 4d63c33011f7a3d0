#include "framework/inference/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/units.hpp"
#include "framework/inference/block_effect.hpp"
#include "framework/inference/rank_sum.hpp"

namespace assay::inference {
namespace {

// A log-ratio as people read it: "+2.1%".
std::string percent(double log_ratio) {
  return fmt::format("{:+.3g}%", 100 * std::expm1(log_ratio));
}
// A margin in percent, without a sign.
std::string percent_of(double margin) { return format_percent(std::expm1(margin), 3); }

// "1 block is", "6 blocks are".
std::string blocks_are(std::size_t count) {
  return fmt::format("{} {}", count, count == 1 ? "block is" : "blocks are");
}

std::string why_undecided(const Verdict& verdict, const Criteria& criteria) {
  if (verdict.p_different <= criteria.alpha) {
    return fmt::format(
        "the estimated difference, {}, is less than {}, the smallest that is claimed",
        percent(verdict.location.estimate), percent_of(criteria.smallest_claim));
  }
  std::string interval =
      fmt::format("the interval from {} to {} includes 0", percent(verdict.location.lower),
                  percent(verdict.location.upper));
  if (criteria.delta == 0) return interval;
  return fmt::format("{} and is too wide to exclude a difference of {}", interval,
                     percent_of(criteria.delta));
}

}  // namespace

const char* to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::faster:
      return "faster";
    case Outcome::slower:
      return "slower";
    case Outcome::equivalent:
      return "equivalent";
    case Outcome::undecided:
      break;
  }
  return "undecided";
}

void require_valid(const Criteria& criteria) {
  if (!(criteria.alpha > 0 && criteria.alpha < 1)) {
    throw usage_error("a level of {}: it must lie between 0 and 1", criteria.alpha);
  }
  if (!(criteria.delta >= 0 && criteria.smallest_claim >= 0)) {
    throw usage_error("a margin of {} and a smallest claim of {}: neither may be negative",
                      criteria.delta, criteria.smallest_claim);
  }
  if (!(criteria.equivalence_share >= 0 && criteria.equivalence_share <= 1)) {
    throw usage_error("a share of {} of the level for equivalence: it must lie between 0 and 1",
                      criteria.equivalence_share);
  }
}

double log_margin(double fraction) {
  if (!(fraction > 0 && std::isfinite(fraction))) {
    throw usage_error("a margin of {}: it must be a positive fraction, such as 0.02", fraction);
  }
  return std::log1p(fraction);
}

Verdict conclude(Verdict verdict, const std::string& too_few, const Criteria& criteria) {
  const double estimate = verdict.location.estimate;
  const bool claimed = verdict.p_different <= criteria.alpha && estimate != 0 &&
                       std::abs(estimate) >= criteria.smallest_claim;
  if (verdict.p_equivalent <= criteria.alpha * criteria.equivalence_share) {
    verdict.outcome = Outcome::equivalent;
  } else if (claimed) {
    verdict.outcome = estimate > 0 ? Outcome::slower : Outcome::faster;
  } else {
    verdict.reason = too_few.empty() ? why_undecided(verdict, criteria) : too_few;
  }
  return verdict;
}

Verdict judge(std::span<const double> effects, const Criteria& criteria) {
  require_valid(criteria);
  Verdict verdict;
  verdict.location = locate(effects, 1 - criteria.alpha);
  verdict.p_different = p_different(effects, 0);
  if (criteria.delta > 0) {
    verdict.p_equivalent =
        std::max(p_above(effects, -criteria.delta), p_below(effects, criteria.delta));
  }
  const std::size_t enough = fewest_blocks(criteria.alpha);
  const std::string too_few = effects.size() >= enough
                                  ? ""
                                  : fmt::format("{} too few for a level of {:.3g}; {} are needed",
                                                blocks_are(effects.size()), criteria.alpha, enough);
  return conclude(std::move(verdict), too_few, criteria);
}

Verdict judge_groups(std::span<const double> baseline, std::span<const double> candidate,
                     const Criteria& criteria) {
  require_valid(criteria);
  require_finite(baseline, "the log time of the baseline's process");
  require_finite(candidate, "the log time of the candidate's process");
  if (baseline.empty() || candidate.empty()) {
    throw environment_error("there are no times of {}",
                            baseline.empty() ? "the baseline" : "the candidate");
  }
  Verdict verdict;
  const Interval shift = rank_sum_interval(baseline, candidate, 1 - criteria.alpha);
  verdict.location = {shift.median, shift.lower, shift.upper, Method::rank_sum};
  verdict.p_different = std::min(1.0, 2 * std::min(rank_sum_above(baseline, candidate, 0),
                                                   rank_sum_below(baseline, candidate, 0)));
  if (criteria.delta > 0) {
    verdict.p_equivalent = std::max(rank_sum_above(baseline, candidate, -criteria.delta),
                                    rank_sum_below(baseline, candidate, criteria.delta));
  }
  const std::string too_few =
      std::isfinite(shift.lower) && std::isfinite(shift.upper)
          ? ""
          : fmt::format(
                "{} processes of the baseline and {} of the candidate are too few for a "
                "level of {:.3g}",
                baseline.size(), candidate.size(), criteria.alpha);
  return conclude(std::move(verdict), too_few, criteria);
}

}  // namespace assay::inference
