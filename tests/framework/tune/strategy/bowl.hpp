// A search space and an objective that strategies can follow to its minimum.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "framework/core/space/space.hpp"

namespace assay::test {

// A parameter with the values 1, 2, 4, ... 2^(values - 1).
inline Parameter doubling(const std::string& name, int values) {
  Parameter parameter{name, "", {}, std::int64_t{1}, ""};
  for (int v = 0; v < values; ++v) parameter.values.emplace_back(std::int64_t{1} << v);
  return parameter;
}

inline SearchSpace cube(int values) {
  return SearchSpace({doubling("a", values), doubling("b", values), doubling("c", values)}, {}, {});
}

// A bowl whose bottom is at (6, 3, 5), in indices of the values. Trials with a * b > 2^12 fail.
inline std::optional<double> bowl(const SearchSpace& space, std::uint64_t index) {
  const auto at = space.assignment(index);
  if (at[0] + at[1] > 12) return std::nullopt;
  const auto away = [&](std::size_t k, double bottom) { return std::abs(at[k] - bottom); };
  return 1e-3 * (1 + away(0, 6) + 2 * away(1, 3) + 0.5 * away(2, 5));
}

}  // namespace assay::test
