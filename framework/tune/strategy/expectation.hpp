#pragma once

#include <cstdint>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/tune/strategy/experience.hpp"
#include "framework/tune/strategy/gaussian_process.hpp"

namespace assay {

// The expectation of a configuration according to earlier searches: the mean of the predictions of
// a Gaussian process for each of the nearest searches, in logarithms of the objective and relative
// to each search's own average. A model of the current search sees the expectation as one more
// parameter: the model learns whether, and how, the objective depends on it, as it does for every
// parameter.
class Expectation {
 public:
  using Point = GaussianProcess::Point;

  static constexpr std::uint32_t levels = 32;

  Expectation(const SearchSpace& space, const Experience& experience);

  [[nodiscard]] bool empty() const { return processes_.empty(); }
  // The level of each point, from 0 (as good as the best that is known) to levels - 1; 0 if nothing
  // is known.
  [[nodiscard]] std::vector<std::uint32_t> levels_of(const std::vector<Point>& points) const;

 private:
  [[nodiscard]] std::vector<double> of(const std::vector<Point>& points) const;

  std::vector<GaussianProcess> processes_;
  // Expected values of the configurations tried elsewhere: at the first level, and the step from
  // each level to the next.
  double least_ = 0;
  double step_ = 1;
};

}  // namespace assay
