#include "framework/tune/strategy/opening.hpp"

#include <set>
#include <utility>
#include <variant>

namespace assay {
namespace {

// Pairs of a parameter's position and the index of one of its values.
using Choices = std::set<std::pair<std::size_t, std::uint32_t>>;

Choices tried_elsewhere(const SearchSpace& space, const Experience& experience) {
  Choices tried;
  for (const auto& search : experience) {
    for (const auto& trial : search.trials) {
      const auto assignment = space.assignment(trial.index);
      for (std::size_t j = 0; j < assignment.size(); ++j) tried.emplace(j, assignment[j]);
    }
  }
  return tried;
}

bool is_number(const Value& value) {
  return std::holds_alternative<double>(value) || std::holds_alternative<std::int64_t>(value);
}

}  // namespace

Opening::Opening(const SearchSpace& space, const Experience& experience)
    : indices_{space.default_index()} {
  const Choices tried = tried_elsewhere(space, experience);
  for (std::size_t j = 0; j < space.parameters().size(); ++j) {
    const auto& values = space.parameters()[j].values;
    for (std::uint32_t v = 0; v < values.size(); ++v) {
      if (is_number(values[v]) || tried.count({j, v}) != 0) continue;
      if (const auto index = space.nearest({{space.parameters()[j].name, values[v]}}))
        indices_.push_back(*index);
    }
  }
}

}  // namespace assay
