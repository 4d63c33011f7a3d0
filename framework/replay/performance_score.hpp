#pragma once

#include <optional>
#include <vector>

#include "framework/replay/random_search.hpp"
#include "framework/replay/replay.hpp"

namespace assay {

// How much better than calculated random search a strategy does over time: the performance score of
// Willemsen, Schoonhoven, Filipovic, Torring, van Nieuwpoort, van Werkhoven, "A methodology for
// comparing optimization algorithms for auto-tuning", Future Generation Computer Systems 159
// (2024), with the details and default settings of its software, autotuning_methodology:
//
// - Both searches are represented by the rank of their best among the N successful configurations,
//   rounded, and then by the objective at that rank. Random search after M trials has the expected
//   rank, from worst to best, M (N + 1) / (M + 1); the strategy has the mean rank over its
//   searches.
// - A trial of random search takes the mean time of the successful trials plus the failed trials'
//   share times their mean time.
// - The time interval runs from where random search is 1% of the way from the median to the optimum
//   to where it is 95% of the way; a trial counts with the median time of all trials.
// - At each of many moments t in this interval, P(t) is (random(t) - strategy(t)) / (random(t) - o)
//   with the optimum o. The score is the mean of P(t): 0 is as good as random search, 1 means that
//   the optimum is found at once.
//
// Choices where the article leaves them open: a search without any finished successful trial has
// the median's rank, where random search begins; a search that has exhausted its space keeps its
// best. The strategy's own time does not count, so that the score depends only on the seeds; it is
// reported separately.
class PerformanceScore {
 public:
  struct Value {
    double score = 0;
    double covered = 0;  // share of the interval that the searches lasted for and the score covers
  };

  // Both arguments must outlive the object.
  PerformanceScore(const RecordedSpace& space, const RandomSearch& random);

  // Nothing if the space records no times of trials, if random search finds its optimum at once, or
  // if a search's budget ended before the interval begins.
  [[nodiscard]] std::optional<Value> of(const std::vector<ReplayedSearch>& searches) const;
  // How long the trials of a search must take for its score to cover the whole interval.
  [[nodiscard]] double seconds() const { return end_; }

 private:
  [[nodiscard]] double trials_to(double share) const;
  [[nodiscard]] double random_at(double seconds) const;
  [[nodiscard]] double covered_end(const std::vector<ReplayedSearch>& searches) const;
  void add_ranks(const ReplayedSearch& search, const std::vector<double>& moments,
                 std::vector<double>& sums) const;

  const RecordedSpace* space_;
  const RandomSearch* random_;
  double trial_seconds_ = 0;  // of one trial of random search
  double begin_ = 0;
  double end_ = 0;
};

}  // namespace assay
