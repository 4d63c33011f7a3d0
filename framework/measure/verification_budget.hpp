#pragma once

#include <cstdint>

#include "framework/core/random.hpp"

namespace assay {

// Decides which timed repetitions are verified if verifying all of them would exceed the budget:
// those that are left out are drawn at random, so that no periodic fault escapes by falling between
// verifications at regular intervals.
//
// With v verified repetitions, a fault that shows in a share q of the repetitions is missed with
// probability (1 - q)^v.
class VerificationBudget {
 public:
  // Verifying may cost `share` times the time of the repetitions, plus a tenth of a second.
  VerificationBudget(double share, std::uint64_t seed) : share_(share), draw_(seed) {}

  // Whether to verify the next repetition.
  [[nodiscard]] bool draws();
  // Record the seconds that a repetition took, and those that verifying one took.
  void measured(double seconds);
  void verified(double seconds);

 private:
  static constexpr double allowance = 0.1;  // seconds
  double share_;
  Random draw_;
  double measured_seconds_ = 0;
  double verified_seconds_ = 0;
  std::uint64_t measured_ = 0;
  std::uint64_t verified_ = 0;
};

}  // namespace assay
