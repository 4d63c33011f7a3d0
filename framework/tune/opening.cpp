#include "framework/tune/opening.hpp"

#include <variant>

namespace assay {

std::vector<std::uint64_t> opening(const SearchSpace& space) {
  std::vector<std::uint64_t> indices{space.default_index()};
  for (const auto& parameter : space.parameters()) {
    for (const auto& value : parameter.values) {
      if (std::holds_alternative<double>(value) || std::holds_alternative<std::int64_t>(value)) {
        continue;
      }
      if (const auto index = space.nearest({{parameter.name, value}})) indices.push_back(*index);
    }
  }
  return indices;
}

}  // namespace assay
