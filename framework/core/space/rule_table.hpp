#pragma once

#include <cstdint>
#include <vector>

#include "framework/core/space/assignment_graph.hpp"

namespace assay {

// Whether a rule over these variables has few enough combinations to be tabulated.
[[nodiscard]] bool can_tabulate(const std::vector<std::uint32_t>& domain_sizes,
                                const std::vector<std::size_t>& variables);

// The table of a rule: 1 where it admits, over all combinations of its variables in the order
// `bound`, the last one varying fastest. Requires can_tabulate.
[[nodiscard]] std::vector<std::uint8_t> tabulate(const AssignmentGraph::Rule& rule,
                                                 const std::vector<std::size_t>& bound,
                                                 const std::vector<std::uint32_t>& domain_sizes);

// The table of the combinations without the fastest variable, which has `fastest` values: 1 where
// the combination is admitted with any of them.
[[nodiscard]] std::vector<std::uint8_t> project(const std::vector<std::uint8_t>& table,
                                                std::size_t fastest);

}  // namespace assay
