#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "framework/store/recorded_space.hpp"

namespace assay {

// The results of uniform random search without replacement on a recorded space: exact expectations
// instead of simulations. They are the baseline that a strategy has to beat.
class RandomSearch {
 public:
  // Throws environment Error if no configuration of the space succeeded.
  explicit RandomSearch(const RecordedSpace& space);

  [[nodiscard]] double optimum() const { return objectives_.front(); }
  // Objectives of the successful configurations, ascending.
  [[nodiscard]] const std::vector<double>& objectives() const { return objectives_; }

  // The expected optimum/best after a number of trials, where searches with failed trials only
  // count as 0. With at least as many trials as configurations it is 1.
  [[nodiscard]] double optimum_over_best(std::uint64_t trials) const;
  // The probability that the best after a number of trials is at most `factor` times the optimum.
  [[nodiscard]] double chance_within(double factor, std::uint64_t trials) const;

 private:
  // The expectation of gain(objective of the best), which counts as 0 if all trials have failed.
  [[nodiscard]] double expectation(std::uint64_t trials,
                                   const std::function<double(double)>& gain) const;

  std::vector<double> objectives_;
  std::uint64_t configurations_;
};

}  // namespace assay
