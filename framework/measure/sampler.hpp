#pragma once

#include <optional>
#include <vector>

#include "framework/core/objective.hpp"
#include "framework/core/trial.hpp"

namespace assay {

// Decides after every sample of a trial whether another one is worth its time.
//
// Sampling ends as `precise` once the interval of the median is as narrow as requested, as `raced`
// once it lies wholly above SamplingOptions::race_limit (or every sample lies far above that
// limit), as `budget` at max_samples or max_seconds.
class Sampler {
 public:
  Sampler(SamplingOptions options, Objective objective);

  // Adds a sample; `elapsed_seconds` is the cost of the whole measurement so far, and
  // `verifying_seconds` what verifying it took beside that. Returns the reason to stop, or nothing
  // to go on. Throws usage Error if the sample lacks the objective's phase.
  std::optional<StopReason> add(Sample sample, double elapsed_seconds,
                                double verifying_seconds = 0);

  // Keeps a sample that only refilled caches which other trials had used in the meantime; it does
  // not count.
  void set_aside(Sample sample);

  // Sets the device's clock right after the sample that was added last; nothing if it is not known.
  void set_clock(const std::optional<double>& mhz) { samples_.back().clock_mhz = mhz; }

  // Reports that the device slowed itself down during the last `count` samples. While the budgets
  // last, these are marked and must be taken again: returns true, and a stop that add() returned is
  // void. After that, the slowdown is taken for the device's ordinary state, and the samples count:
  // returns false.
  bool slowed_down(std::size_t count, double elapsed_seconds);

  // All samples in order, those of the warm-up flagged.
  [[nodiscard]] std::vector<Sample> take_samples();

 private:
  [[nodiscard]] bool is_hopeless() const;
  // Whether the time for samples is over.
  [[nodiscard]] bool is_over(double elapsed_seconds, double verifying_seconds) const;
  std::optional<StopReason> check_interval();

  SamplingOptions options_;
  Objective objective_;
  std::vector<Sample> samples_;
  std::vector<double> values_;  // the objective of each sample that is not retaken
  std::size_t next_check_;      // number of samples at which the interval is looked at again
};

}  // namespace assay
