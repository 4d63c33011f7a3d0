#pragma once

#include <cstdint>

#include "framework/core/random.hpp"

namespace assay {

// Decides which timed repetitions are verified where verifying all of them would cost more than it
// may: those that are left out are drawn, so that no period of what is measured hides behind that
// of what is looked at.
//
// Of v verified ones a fault that shows in a share q of the repetitions is missed by (1 - q)^v.
class VerificationBudget {
 public:
  // Verifying may take `share` of what the repetitions take, and a tenth of a second besides.
  VerificationBudget(double share, std::uint64_t seed) : share_(share), draw_(seed) {}

  // Whether to verify the next repetition.
  [[nodiscard]] bool draws();
  // What a repetition took, and what verifying it did.
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
