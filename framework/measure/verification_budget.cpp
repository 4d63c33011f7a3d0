#include "framework/measure/verification_budget.hpp"

#include <algorithm>

namespace assay {

bool VerificationBudget::draws() {
  if (verified_ == 0 || measured_ == 0) return true;
  const double each = verified_seconds_ / static_cast<double>(verified_);
  const double left = allowance + share_ * measured_seconds_ - verified_seconds_;
  // While plenty is left, every repetition is verified. Near the end of the budget the share that
  // can be sustained decides by chance: spending the budget as soon as it suffices for one would
  // verify at regular intervals.
  constexpr double plenty = 8;
  if (left > plenty * each) return true;
  if (left < each) return false;
  const double earned = share_ * measured_seconds_ / static_cast<double>(measured_);
  return draw_.chance(std::min(1.0, earned / each));
}

void VerificationBudget::measured(double seconds) {
  measured_seconds_ += seconds;
  ++measured_;
}

void VerificationBudget::verified(double seconds) {
  verified_seconds_ += seconds;
  ++verified_;
}

}  // namespace assay
