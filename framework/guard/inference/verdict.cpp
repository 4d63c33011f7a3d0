#include "framework/guard/inference/verdict.hpp"

#include <algorithm>
#include <cmath>

#include "framework/core/error.hpp"

namespace assay::guard {
namespace {

void require_valid(const Criteria& criteria) {
  if (!(criteria.alpha > 0 && criteria.alpha < 1)) {
    throw usage_error("a level of {}: it lies between 0 and 1", criteria.alpha);
  }
  if (!(criteria.delta >= 0 && criteria.smallest_claim >= 0)) {
    throw usage_error("a margin of {} and a smallest claim of {}: neither is negative",
                      criteria.delta, criteria.smallest_claim);
  }
}

// A log-ratio as people read it: "+2.1 %".
std::string percent(double log_ratio) {
  return fmt::format("{:+.3g} %", 100 * std::expm1(log_ratio));
}
// A margin, which has no sign.
std::string percent_of(double margin) { return fmt::format("{:.3g} %", 100 * std::expm1(margin)); }

// "1 block is", "6 blocks are".
std::string blocks_are(std::size_t count) {
  return fmt::format("{} {}", count, count == 1 ? "block is" : "blocks are");
}

std::string why_inconclusive(const Verdict& verdict, std::size_t blocks, const Criteria& criteria) {
  const std::size_t enough = fewest_blocks(criteria.alpha);
  if (blocks < enough) {
    return fmt::format("{} too few for a level of {:.3g}; {} would do", blocks_are(blocks),
                       criteria.alpha, enough);
  }
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
    case Outcome::inconclusive:
      break;
  }
  return "inconclusive";
}

double log_margin(double fraction) {
  if (!(fraction > 0 && std::isfinite(fraction))) {
    throw usage_error("a margin of {}: it is a positive fraction, such as 0.02", fraction);
  }
  return std::log1p(fraction);
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

  const double estimate = verdict.location.estimate;
  const bool claimed = verdict.p_different <= criteria.alpha && estimate != 0 &&
                       std::abs(estimate) >= criteria.smallest_claim;
  if (verdict.p_equivalent <= criteria.alpha) {
    verdict.outcome = Outcome::equivalent;
  } else if (claimed) {
    verdict.outcome = estimate > 0 ? Outcome::slower : Outcome::faster;
  } else {
    verdict.reason = why_inconclusive(verdict, effects.size(), criteria);
  }
  return verdict;
}

}  // namespace assay::guard
