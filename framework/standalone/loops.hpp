// Finds the loops in a sequence of launches that was unrolled.
#pragma once

#include <cstddef>
#include <vector>

#include "framework/standalone/program.hpp"

namespace assay::standalone {

// The sequence as loops: what is repeated at least twice becomes one loop over its shortest period.
[[nodiscard]] std::vector<ProgramLoop> loops_of(const std::vector<std::size_t>& launches);

// Rounds that end early by an array as one loop over their shortest period.
[[nodiscard]] ProgramLoop loop_until(const std::vector<std::vector<std::size_t>>& rounds,
                                     std::size_t until);

}  // namespace assay::standalone
