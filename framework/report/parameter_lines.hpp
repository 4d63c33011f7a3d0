// The best results of a competitor with each value of one of its parameters, over the instances.
#pragma once

#include <string>
#include <vector>

#include "framework/report/model.hpp"

namespace assay {

struct ParameterLines {
  struct Point {
    std::size_t instance = 0;  // index into the instances of the problem
    std::size_t value = 0;     // index into `values`
    Interval best;             // least median of the verified trials with the value
  };
  std::string parameter;
  std::vector<Value> values;  // ascending; at least two
  std::vector<Point> points;
};

// The most lines that are legible in a figure; parameters with more values are left out.
inline constexpr std::size_t most_lines = 16;

// The lines of each parameter that was tried with several values, in the order of their names.
[[nodiscard]] std::vector<ParameterLines> parameter_lines(const PageModel& model,
                                                          const ProblemComparison& problem,
                                                          const Competitor& competitor);

}  // namespace assay
