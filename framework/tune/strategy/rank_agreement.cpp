#include "framework/tune/strategy/rank_agreement.hpp"

#include <algorithm>

namespace assay {
namespace {

constexpr double pairs_believed = 6;     // those of four trials
constexpr double most_agreement = 0.95;  // nothing is beyond doubt

// The difference of infinite measurements would be no number.
double order(double a, double b) { return a < b ? -1 : a > b ? 1 : 0; }

}  // namespace

void RankAgreement::add(double predicted, double measured) {
  for (const Trial& other : trials_) {
    const double pair = order(predicted, other.predicted) * order(measured, other.measured);
    in_order_ += pair;
    pairs_ += pair * pair;
  }
  trials_.push_back({predicted, measured});
}

double RankAgreement::value(double believed) const {
  return (pairs_believed * believed + in_order_) / (pairs_believed + pairs_);
}

double odds_over_chance(double agreement) {
  const double bounded = std::clamp(agreement, 0.0, most_agreement);
  return (1 + bounded) / (1 - bounded) - 1;
}

}  // namespace assay
