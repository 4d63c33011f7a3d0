#pragma once

#include <cstddef>
#include <vector>

namespace assay {

// How well predictions rank what was measured: Kendall's tau, the share of pairs in the right order
// less that of pairs in the wrong one, from -1 to 1. It is shrunk towards what was believed before,
// which counts as much as the pairs of four trials, because few pairs agree by chance. Pairs that
// are tied, on either side, count for neither.
class RankAgreement {
 public:
  // Adds a trial, of which less is better; an infinite measurement is a failure. O(trials).
  void add(double predicted, double measured);

  // `believed` is the agreement expected before there are trials.
  [[nodiscard]] double value(double believed) const;

 private:
  struct Trial {
    double predicted;
    double measured;
  };
  std::vector<Trial> trials_;
  double in_order_ = 0;  // pairs in the right order less those in the wrong one
  double pairs_ = 0;
};

// The odds on a pair being in the right order rather than in the wrong one, less those of chance:
// 0 for an agreement of 0 or less.
[[nodiscard]] double odds_over_chance(double agreement);

}  // namespace assay
