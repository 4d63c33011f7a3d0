#pragma once

#include <cstdint>
#include <vector>

#include "framework/core/space/assignment_graph.hpp"

namespace assay {

// Whether a rule over so many combinations of its variables is tabulated.
[[nodiscard]] bool can_tabulate(const std::vector<std::uint32_t>& domain_sizes,
                                const std::vector<std::size_t>& variables);

// 1 where the rule admits, over all combinations of its variables, in the order `bound`, the last
// fastest. Requires can_tabulate.
[[nodiscard]] std::vector<std::uint8_t> tabulate(const AssignmentGraph::Rule& rule,
                                                 const std::vector<std::size_t>& bound,
                                                 const std::vector<std::uint32_t>& domain_sizes);

// The table of the combinations without the fastest variable, which has `fastest` values: 1 where
// one of them is admitted.
[[nodiscard]] std::vector<std::uint8_t> project(const std::vector<std::uint8_t>& table,
                                                std::size_t fastest);

}  // namespace assay
