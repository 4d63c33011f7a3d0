#pragma once

#include <cstdint>
#include <vector>

namespace assay {

// The variables of a rule.
struct VariableScope {
  std::vector<std::size_t> variables;
  // Not their combinations are told apart but the states they lead to. These are taken to be as
  // many as sums of indices, which are the fewest that a rule over all of them has.
  bool in_steps = false;
};

// An order of the variables 0 .. domain_sizes.size() - 1 that keeps an AssignmentGraph small.
// `scopes` are those of its rules. Variables that rules connect, directly or over others, stay
// together; among them, the next one is always the one after which the fewest combinations must be
// told apart.
[[nodiscard]] std::vector<std::size_t> order_variables(
    const std::vector<std::uint32_t>& domain_sizes, const std::vector<VariableScope>& scopes);

}  // namespace assay
