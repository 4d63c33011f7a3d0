#pragma once

#include <cstdint>
#include <vector>

namespace assay {

// An order of the variables 0 .. domain_sizes.size() - 1 that keeps an AssignmentGraph small.
// `scopes` are the variables of each rule. Variables that rules connect, directly or over others,
// stay together; among them, the next one is always the one after which the fewest combinations
// must be told apart.
[[nodiscard]] std::vector<std::size_t> order_variables(
    const std::vector<std::uint32_t>& domain_sizes,
    const std::vector<std::vector<std::size_t>>& scopes);

}  // namespace assay
