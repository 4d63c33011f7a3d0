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
// - Random search after M trials is credited with the objective at the expected rank of its best,
//   round(M (N + 1) / (M + 1)) of the N successful ones from worst to best; a trial of it takes the
//   mean time of the successful ones plus the failed ones' share of their mean time.
// - Time runs while that closes between 1% and 95% of the way from the median to the optimum, a
//   trial counted with the median time of all.
// - At each of many moments t in that time, P(t) = (random(t) - strategy(t)) / (random(t) -
// optimum),
//   where strategy(t) is the mean over the searches of the best that each had finished by t. The
//   score is the mean of P(t): 0 is as good as random search, 1 is the optimum at once.
//
// Where the article leaves it open: a search that has finished no successful trial counts with the
// median, and one that has ended keeps its best. The strategy's own time does not count, so that
// the score depends on nothing but the seeds; it is told apart.
class PerformanceScore {
 public:
  // Uses the space and its random search as long as it lives.
  PerformanceScore(const RecordedSpace& space, const RandomSearch& random);

  // Nothing where the space records no times of trials, or random search finds its optimum at once.
  [[nodiscard]] std::optional<double> of(const std::vector<ReplayedSearch>& searches) const;
  // The share of the time, from its start, that a search of mean length has covered: what is
  // missing to 1 the score took from searches that had ended.
  [[nodiscard]] double covered(const std::vector<ReplayedSearch>& searches) const;

 private:
  [[nodiscard]] double trials_to(double share) const;
  [[nodiscard]] double random_at(double seconds) const;
  void add_search(const ReplayedSearch& search, std::vector<double>& sums) const;
  [[nodiscard]] double moment(std::size_t k) const;

  const RecordedSpace* space_;
  const RandomSearch* random_;
  double median_ = 0;         // of the objectives
  double trial_seconds_ = 0;  // of one trial of random search
  double begin_ = 0;
  double end_ = 0;
};

}  // namespace assay
