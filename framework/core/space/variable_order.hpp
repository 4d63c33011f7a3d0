#pragma once

#include <cstdint>
#include <vector>

namespace assay {

// The variables of a rule.
struct VariableScope {
  std::vector<std::size_t> variables;
  // Whether the rule is bound in steps: then its states take the place of the combinations of its
  // variables. There are assumed to be as many states as sums of indices, the fewest possible for a
  // rule that depends on all of its variables.
  bool in_steps = false;
};

// An order of the variables 0 .. domain_sizes.size() - 1 that keeps an AssignmentGraph small.
// `scopes` are the scopes of the graph's rules. Variables that rules connect, directly or through
// others, stay together; among them, the next one is always the one after which the fewest
// combinations must be distinguished.
[[nodiscard]] std::vector<std::size_t> order_variables(
    const std::vector<std::uint32_t>& domain_sizes, const std::vector<VariableScope>& scopes);

}  // namespace assay
