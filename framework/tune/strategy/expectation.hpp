#pragma once

#include <cstdint>
#include <vector>

#include "framework/core/space/space.hpp"
#include "framework/tune/strategy/experience.hpp"
#include "framework/tune/strategy/gaussian_process.hpp"

namespace assay {

// What earlier searches lead to expect of a configuration: the mean of what a Gaussian process says
// for each of the nearest of them, in logarithms of the objective and against the search's own
// average. A model of the search at hand takes it for one more parameter: whether, and how, the
// objective depends on it here is for the model to learn, as it is for any other.
class Expectation {
 public:
  using Point = GaussianProcess::Point;

  static constexpr std::uint32_t levels = 32;

  Expectation(const SearchSpace& space, const Experience& experience);

  [[nodiscard]] bool empty() const { return processes_.empty(); }
  // The level of each point, from 0 (as good as the best that is known) to levels - 1; 0 where
  // nothing is known.
  [[nodiscard]] std::vector<std::uint32_t> levels_of(const std::vector<Point>& points) const;

 private:
  [[nodiscard]] std::vector<double> of(const std::vector<Point>& points) const;

  std::vector<GaussianProcess> processes_;
  // Values of what was tried elsewhere: at the first level, and the step from each level to the
  // next.
  double least_ = 0;
  double step_ = 1;
};

}  // namespace assay
