// How work is cut into the groups of a launch.
#pragma once

#include <cstddef>

#include "assay/plugin.hpp"

namespace ols::accelerator {

inline constexpr std::size_t most_groups_y = 65535;  // of a CUDA grid

// Units that so many items need.
inline std::size_t quotient_up(std::size_t items, std::size_t unit) {
  return (items + unit - 1) / unit;
}

// The items of those units.
inline std::size_t rounded_up(std::size_t items, std::size_t unit) {
  return quotient_up(items, unit) * unit;
}

// A configuration's count.
inline std::size_t number(const assay::sdk::Task& task, const char* name) {
  return static_cast<std::size_t>(task.configuration().integer(name));
}

}  // namespace ols::accelerator
