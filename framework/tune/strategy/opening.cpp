#include "framework/tune/strategy/opening.hpp"

#include <variant>

namespace assay {

Opening::Opening(const SearchSpace& space) : indices_{space.default_index()} {
  for (const auto& parameter : space.parameters()) {
    for (const auto& value : parameter.values) {
      if (std::holds_alternative<double>(value) || std::holds_alternative<std::int64_t>(value)) {
        continue;
      }
      if (const auto index = space.nearest({{parameter.name, value}})) indices_.push_back(*index);
    }
  }
}

}  // namespace assay
