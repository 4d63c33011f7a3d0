#include "framework/store/recorded_space.hpp"

namespace assay {

Bindings RecordedSpace::at(std::size_t configuration) const {
  Bindings bindings;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    bindings.emplace_back(parameters[k].name,
                          parameters[k].values[configurations[configuration][k]]);
  }
  return bindings;
}

}  // namespace assay
