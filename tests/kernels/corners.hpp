// Configurations at the border of a search space, for checks that cannot try them all.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "framework/core/space/space.hpp"

namespace assay::test {

// Every value of every parameter once, the others as near to their defaults as the space allows.
inline std::vector<Bindings> one_at_a_time(const SearchSpace& space) {
  std::set<std::uint64_t> numbers{space.default_index()};
  for (const auto& parameter : space.parameters()) {
    for (const Value& value : parameter.values) {
      if (const auto number = space.nearest({{parameter.name, value}})) numbers.insert(*number);
    }
  }
  std::vector<Bindings> found;
  for (const std::uint64_t number : numbers) found.push_back(space.at(number));
  return found;
}

// Configurations of the space in which every parameter has its first or its last value; at most
// `count` of them, chosen by a fixed seed.
inline std::vector<Bindings> corners(const SearchSpace& space, std::size_t count) {
  const auto& parameters = space.parameters();
  std::vector<std::uint64_t> patterns(std::uint64_t{1}
                                      << std::min<std::size_t>(parameters.size(), 14));
  for (std::size_t k = 0; k < patterns.size(); ++k) patterns[k] = k;
  std::shuffle(patterns.begin(), patterns.end(), std::mt19937_64(1));
  std::vector<Bindings> found;
  for (const std::uint64_t pattern : patterns) {
    if (found.size() == count) break;
    Bindings configuration;
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      const bool last = (pattern >> (k % 14) & 1) != 0;
      const auto& values = parameters[k].values;
      configuration.emplace_back(parameters[k].name, last ? values.back() : values.front());
    }
    if (const auto number = space.index_of(configuration)) found.push_back(space.at(*number));
  }
  return found;
}

}  // namespace assay::test
