#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "framework/replay/random_search.hpp"
#include "framework/replay/replay.hpp"

namespace assay {

// How far ahead of random search a strategy is over time, not over trials: whoever tries what
// compiles and runs quickly gets further. It is the gap closed (ReplayFigures) over the recorded
// time that random search needs for most of its way:
//
// - At a moment t, a search has the optimum/best of its trials that have ended, 0 before the first
//   success. X(t) is the mean over the searches. A search that has exhausted its space keeps its
//   best.
// - R(t) is the mean over many simulated random searches on the same space. Trials that find good
//   configurations are often the quick ones, so the expectation after t seconds does not follow
//   from that after n trials; it is simulated with a generator of a fixed seed.
// - The figure is the sum of X(t) - R(t) over the sum of 1 - R(t), so that a moment counts by what
//   random search leaves to gain then: 0 is as good as random search, 1 is the optimum at once. The
//   sums are over moments evenly spread from 0 to the mean time of as many trials as random search
//   needs to come 95% of the way from the expected optimum/best of its first trial to 1.
//
// Random search thus closes 0 in expectation, on every space. The performance score of Willemsen et
// al., "A methodology for comparing optimization algorithms for auto-tuning", Future Generation
// Computer Systems 159 (2024), serves the same purpose, but its software does not give random
// search 0 (docs/replay.md), so this is not that score. The strategy's own time does not count, so
// that the figure depends only on the seeds; it is reported separately.
class GapOverTime {
 public:
  struct Value {
    double closed = 0;
    double standard_error = 0;  // of `closed`; 0 for a single search
    double covered = 0;  // share of the time that the searches lasted for and `closed` counts
  };

  // `random` is that of the same space.
  GapOverTime(const RecordedSpace& space, const RandomSearch& random);

  // Nothing if the space records no times of trials, if its configurations are all alike, or if a
  // search's budget ended before the first moment.
  [[nodiscard]] std::optional<Value> of(const std::vector<ReplayedSearch>& searches) const;
  // How long the trials of a search must take for its figure to cover the whole time.
  [[nodiscard]] double seconds() const { return end_; }

 private:
  [[nodiscard]] double moment(std::size_t number) const;
  [[nodiscard]] std::size_t moments_within(const std::vector<ReplayedSearch>& searches) const;
  void simulate_random_search();
  // Calls `visit` with the number of each of the first `count` moments and what the search has
  // reached by then.
  template <typename Visit>
  void follow(const std::vector<std::size_t>& trials, std::size_t count, const Visit& visit) const;

  std::vector<double> seconds_;  // of each configuration's trial
  std::vector<double> reached_;  // optimum/objective of each configuration; 0 for a failure
  double end_ = 0;               // seconds
  std::vector<double> random_;   // R(t) at each moment; empty if there is no figure
};

}  // namespace assay
