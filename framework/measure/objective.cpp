#include "framework/measure/objective.hpp"

namespace assay {

std::vector<double> objective_values(const std::vector<Sample>& samples,
                                     const Objective& objective) {
  std::vector<double> values;
  values.reserve(samples.size());
  for (const auto& sample : samples) {
    if (sample.counts()) values.push_back(objective.of(sample));
  }
  return values;
}

}  // namespace assay
