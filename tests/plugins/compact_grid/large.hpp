// Checks of variants by the recursive algorithms, on grids that are too large for sums over all
// basis functions. A file that includes this header defines PLUGIN_FILE.
#pragma once

#include "compact_grid/problem/recursive.hpp"
#include "tests/plugins/compact_grid/judging.hpp"

namespace testing {

template <class T>
class LargeJudge : public Judgement<T> {
 public:
  explicit LargeJudge(const GridShape& shape) : Judgement<T>(shape) {
    const compact_grid::Grid grid(shape.dimensions, shape.levels, shape.has_boundary);
    this->numbers_ = random_numbers<T>(grid.points(), -1, 1, 12);
    this->points_ = critical_points<T>(shape.dimensions, 13);
    const std::vector<double> numbers(this->numbers_.begin(), this->numbers_.end());
    compact_grid::RecursiveGrid recursive(grid, numbers);
    const std::vector<double> x(this->points_.begin(), this->points_.end());
    for (std::size_t at = 0; at < x.size(); at += shape.dimensions) {
      const auto point = std::span(x).subspan(at, shape.dimensions);
      this->values_.push_back(recursive.evaluate(point).value);
    }
    recursive.hierarchize();
    const auto coefficients = recursive.values();
    this->coefficients_.assign(coefficients.begin(), coefficients.end());
  }
};

}  // namespace testing
