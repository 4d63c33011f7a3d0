#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "framework/store/recorded_space.hpp"

namespace assay {

// What uniform random search without replacement comes to on a recorded space: exact expectations,
// no simulation. The bar that a strategy has to clear.
class RandomSearch {
 public:
  // Throws environment Error if no configuration of the space succeeded.
  explicit RandomSearch(const RecordedSpace& space);

  [[nodiscard]] double optimum() const { return objectives_.front(); }
  // Objectives of the successful configurations, ascending.
  [[nodiscard]] const std::vector<double>& objectives() const { return objectives_; }

  // The expected optimum/best after a number of trials; as long as all have failed that is 0. At
  // least as many trials as there are configurations give 1.
  [[nodiscard]] double optimum_over_best(std::uint64_t trials) const;
  // The chance that the best after a number of trials is at most `factor` times the optimum.
  [[nodiscard]] double chance_within(double factor, std::uint64_t trials) const;

 private:
  // The expectation of gain(objective of the best), 0 where all trials have failed.
  [[nodiscard]] double expectation(std::uint64_t trials,
                                   const std::function<double(double)>& gain) const;

  std::vector<double> objectives_;
  std::uint64_t configurations_;
};

}  // namespace assay
