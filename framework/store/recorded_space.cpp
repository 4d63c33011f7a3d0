#include "framework/store/recorded_space.hpp"

#include <numeric>

namespace assay {

double RecordedOutcome::trial_seconds() const {
  return std::accumulate(runtimes.begin(), runtimes.end(), compile_seconds + other_seconds);
}

Bindings RecordedSpace::at(std::size_t configuration) const {
  Bindings bindings;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    bindings.emplace_back(parameters[k].name,
                          parameters[k].values[configurations[configuration][k]]);
  }
  return bindings;
}

}  // namespace assay
