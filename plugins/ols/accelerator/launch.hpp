// Divides work into the groups of a launch.
#pragma once

#include <cstddef>

#include "assay/plugin.hpp"

namespace ols::accelerator {

using assay::sdk::quotient_up;
using assay::sdk::rounded_up;

inline constexpr std::size_t most_groups_y = 65535;  // limit of a CUDA grid

// Returns an integer parameter of the task's configuration.
inline std::size_t number(const assay::sdk::Task& task, const char* name) {
  return static_cast<std::size_t>(task.configuration().integer(name));
}

}  // namespace ols::accelerator
