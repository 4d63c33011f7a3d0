// From several quantities to the one number that a strategy is told.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace assay {

// What came of a trial that succeeded.
struct Outcome {
  double objective = 0;            // above 0
  std::vector<double> costs;       // further quantities, of which less is better
  std::vector<double> shortfalls;  // of each requirement: 0 where it is kept, else above

  [[nodiscard]] bool keeps() const;
};

// How a quantity lies among those that were seen. Its scale is logarithmic where all of these have
// one sign and differ by more than a factor of ten: then ratios matter.
struct QuantityRange {
  double least = 0;
  double most = 0;

  [[nodiscard]] bool logarithmic() const;
};

// What is known of the outcomes of a search so far.
class OutcomeRanges {
 public:
  // Takes in an outcome; all outcomes have as many costs and as many shortfalls.
  void take(const Outcome& outcome);

  // Whether an outcome keeps what is required.
  [[nodiscard]] bool any_kept() const { return !kept_.empty(); }
  // The range of the objective and of each cost, among outcomes that meet the requirements.
  [[nodiscard]] const std::vector<QuantityRange>& kept() const { return kept_; }
  // Likewise, among those that nothing is better than in everything.
  [[nodiscard]] std::vector<QuantityRange> front() const;
  // The largest of each requirement.
  [[nodiscard]] const std::vector<double>& shortfalls() const { return shortfalls_; }

 private:
  std::vector<QuantityRange> kept_;
  std::vector<double> shortfalls_;
  std::vector<std::vector<double>> front_;
};

// Tells strategies what is known at one time. Quantities are brought to 0 to 1 between the best and
// the worst of the front (of all that keeps the requirements, where the front is a point): between
// those a choice is to be made, and what is far worse must not squeeze them. Then comes the
// augmented Tchebycheff norm, max(w z) + 0.05 sum(z) (Steuer and Choo 1983; Knowles 2006): its
// least lies on the front whatever its shape, where that of a sum misses every hollow. Strategies
// work with logarithms (TrialLog), so they are told its exponential.
//
// With one quantity it is told as it is.
//
// What breaks a requirement is worse than all that keeps them, the less the nearer it comes (after
// Deb 2000).
class OutcomeScale {
 public:
  OutcomeScale() = default;  // of no outcomes
  explicit OutcomeScale(const OutcomeRanges& ranges);

  // Above 0; less is better. A weight for the objective and each cost.
  [[nodiscard]] double told(const Outcome& outcome, std::span<const double> weights) const;
  // Whether what was told by this scale still does: no end of a range has moved by more than a
  // tenth of the range.
  [[nodiscard]] bool fits(const OutcomeRanges& ranges) const;

 private:
  struct Axis {
    QuantityRange range;  // of what keeps the requirements
    bool logarithmic = false;
    double from = 0;  // on that scale
    double width = 0;
    double worst = 0;  // place of range.most

    [[nodiscard]] double place(double value) const;
  };

  [[nodiscard]] double norm(std::span<const double> places, std::span<const double> weights) const;
  [[nodiscard]] double penalty(const Outcome& outcome) const;

  std::vector<Axis> axes_;
  std::vector<double> shortfalls_;  // the largest
  double worst_objective_ = 1;
};

}  // namespace assay
