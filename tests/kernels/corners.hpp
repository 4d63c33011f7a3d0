// Configurations at the border of a search space, for checks that cannot try them all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "framework/core/space/space.hpp"

namespace assay::test {

// Every value of every parameter at least once, in few configurations: each has as many values that
// none before it has as the constraints admit beside each other.
inline std::vector<Bindings> each_value_once(const SearchSpace& space) {
  const auto& parameters = space.parameters();
  std::vector<std::vector<bool>> is_seen;
  for (const auto& parameter : parameters) is_seen.emplace_back(parameter.values.size(), false);
  std::vector<Bindings> found;
  const auto take = [&](std::uint64_t number) {
    const auto assignment = space.assignment(number);
    for (std::size_t p = 0; p < parameters.size(); ++p) is_seen[p][assignment[p]] = true;
    found.push_back(space.at(number));
  };
  const auto defaults = space.assignment(space.default_index());
  // Whichever has this value; others not seen yet with it, where they can be.
  const auto with = [&](std::size_t first, std::uint32_t value) {
    auto wanted = defaults;
    std::vector<bool> fixed(parameters.size(), false);
    std::optional<std::uint64_t> best;
    for (std::size_t p = first; p < parameters.size(); ++p) {
      const auto unseen = std::find(is_seen[p].begin(), is_seen[p].end(), false);
      if (p != first && unseen == is_seen[p].end()) continue;
      wanted[p] = p == first ? value : static_cast<std::uint32_t>(unseen - is_seen[p].begin());
      fixed[p] = true;
      if (const auto number = space.nearest_to(wanted, fixed)) {
        best = number;
      } else if (p == first) {
        return best;
      } else {
        wanted[p] = defaults[p];
        fixed[p] = false;
      }
    }
    return best;
  };
  take(space.default_index());
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    for (std::uint32_t value = 0; value < parameters[p].values.size(); ++value) {
      if (is_seen[p][value]) continue;
      if (const auto number = with(p, value)) take(*number);
    }
  }
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
