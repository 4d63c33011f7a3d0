// Maps several quantities to the one number that a strategy observes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace assay {

// The outcome of a successful trial.
struct Outcome {
  double objective = 0;            // above 0
  std::vector<double> costs;       // further quantities, of which less is better
  std::vector<double> shortfalls;  // for each requirement: 0 if it is met, otherwise above 0

  [[nodiscard]] bool keeps() const;
};

// The range of the observed values of a quantity. Its scale is logarithmic where all of the values
// have one sign and differ by more than a factor of ten, because ratios matter then.
struct QuantityRange {
  double least = 0;
  double most = 0;

  [[nodiscard]] bool logarithmic() const;
};

// The ranges of the outcomes of a search so far.
class OutcomeRanges {
 public:
  // Takes in an outcome; all outcomes have equally many costs and equally many shortfalls.
  void take(const Outcome& outcome);

  // Whether any outcome meets the requirements.
  [[nodiscard]] bool any_kept() const { return !kept_.empty(); }
  // The range of the objective and of each cost, among outcomes that meet the requirements.
  [[nodiscard]] const std::vector<QuantityRange>& kept() const { return kept_; }
  // The range of the objective and of each cost, among those outcomes that meet the requirements
  // and that no other such outcome dominates.
  [[nodiscard]] std::vector<QuantityRange> front() const;
  // The largest shortfall for each requirement.
  [[nodiscard]] const std::vector<double>& shortfalls() const { return shortfalls_; }

 private:
  std::vector<QuantityRange> kept_;
  std::vector<double> shortfalls_;
  std::vector<std::vector<double>> front_;
};

// Maps outcomes to the number that strategies observe, with the ranges known at one time.
// Quantities are scaled to 0 to 1 between the best and the worst of the front (of all outcomes that
// meet the requirements, where the front is a point): the choice is between those, and outcomes far
// worse must not squeeze them. The number is the augmented Tchebycheff norm, max(w z) + 0.05 sum(z)
// (Steuer and Choo 1983; Knowles 2006): its minimum lies on the front whatever the front's shape,
// whereas the minimum of a sum misses every hollow. Strategies work with logarithms (TrialLog), so
// they observe the exponential of the norm.
//
// A single quantity is passed on unchanged.
//
// An outcome that breaks a requirement is worse than all that meet them, and the less so the
// smaller its shortfalls are (after Deb 2000).
class OutcomeScale {
 public:
  OutcomeScale() = default;  // of no outcomes
  explicit OutcomeScale(const OutcomeRanges& ranges);

  // The number that strategies observe, above 0; less is better. `weights` has one weight for the
  // objective and one for each cost.
  [[nodiscard]] double told(const Outcome& outcome, std::span<const double> weights) const;
  // Whether the numbers computed with this scale are still valid: no end of a range has moved by
  // more than a tenth of the range.
  [[nodiscard]] bool fits(const OutcomeRanges& ranges) const;

 private:
  struct Axis {
    QuantityRange range;  // of the outcomes that meet the requirements
    bool logarithmic = false;
    double from = 0;  // start of the front's range, on the scale of the axis
    double width = 0;
    double worst = 0;  // place of range.most

    [[nodiscard]] double place(double value) const;
  };

  [[nodiscard]] double norm(std::span<const double> places, std::span<const double> weights) const;
  [[nodiscard]] double penalty(const Outcome& outcome) const;

  std::vector<Axis> axes_;
  std::vector<double> shortfalls_;  // the largest for each requirement
  double worst_objective_ = 1;
};

}  // namespace assay
