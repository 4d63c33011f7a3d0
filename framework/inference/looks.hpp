#pragma once

#include <optional>
#include <span>
#include <vector>

#include "framework/inference/verdict.hpp"

namespace assay::inference {

// The way the level is spent on looks, as a function of the share t of the blocks seen (Lan and
// DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70, 1983).
enum class Spending {
  pocock,          // alpha log(1 + (e - 1) t): nearly evenly, large differences are decided early
  obrien_fleming,  // 2 - 2 Phi(z / sqrt(t)), z the quantile of 1 - alpha / 2: most is kept for last
};

// A planned look: the number of blocks after which a verdict is given, and the level of its tests.
struct Look {
  std::size_t blocks = 0;  // seen by then
  double level = 0;
};

// The looks after `blocks` (ascending) blocks that together spend `alpha`. The levels add up to
// alpha, so the chance of any false rejection is at most alpha by the union bound, however the
// looks depend on each other; group-sequential boundaries would spend a little less, for normal
// statistics. A look whose blocks cannot reject at its level (the smallest p-value of n blocks is
// 2^(1-n)) is left out, and the next look gets its level too. Errors (usage): no looks, looks that
// are not ascending, alpha not between 0 and 1, or too few blocks in all to reject at alpha.
[[nodiscard]] std::vector<Look> plan_looks(std::span<const std::size_t> blocks, double alpha,
                                           Spending spending = Spending::pocock);

// The result of a look.
struct Decision {
  Verdict verdict;  // of all blocks so far, at the level of this look
  // The p-value of "no difference" over all looks so far: at most alpha exactly if one of them
  // rejected. It is the least of p_different times alpha / level.
  double p_overall = 1;
  bool final = false;  // the outcome is decided, or this was the last look
};

// A sequential test: takes block effects (or other observations, one of each fresh process) one
// after the other and judges them at planned looks, at each look's level (tests of equivalence
// spend their share of alpha in the same proportions).
class SequentialTest {
 public:
  // Requires looks as plan_looks returns them. The alpha of the criteria is replaced by the looks'
  // levels.
  SequentialTest(std::vector<Look> looks, const Criteria& criteria, Judge judge = inference::judge);

  // Adds the effect of the next block. Returns a decision if a look is due. Errors: (environment)
  // if the effect is not finite; (internal) after the final decision.
  std::optional<Decision> add(double effect);

  [[nodiscard]] bool finished() const { return finished_; }
  [[nodiscard]] std::span<const double> effects() const { return effects_; }

 private:
  [[nodiscard]] double alpha() const;

  std::vector<Look> looks_;
  Criteria criteria_;
  Judge judge_;
  std::vector<double> effects_;
  std::size_t next_look_ = 0;
  double p_overall_ = 1;
  bool finished_ = false;
};

}  // namespace assay::inference
