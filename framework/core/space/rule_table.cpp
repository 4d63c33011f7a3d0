#include "framework/core/space/rule_table.hpp"

namespace assay {

bool can_tabulate(const std::vector<std::uint32_t>& domain_sizes,
                  const std::vector<std::size_t>& variables) {
  constexpr std::size_t max_table = 4096;
  std::size_t size = 1;
  for (const std::size_t v : variables) {
    size *= domain_sizes[v];
    if (size > max_table) return false;
  }
  return true;
}

std::vector<std::uint8_t> tabulate(const AssignmentGraph::Rule& rule,
                                   const std::vector<std::size_t>& bound,
                                   const std::vector<std::uint32_t>& domain_sizes) {
  std::size_t size = 1;
  for (const std::size_t v : bound) size *= domain_sizes[v];
  std::vector<std::uint8_t> table(size);
  std::vector<std::uint32_t> indices(domain_sizes.size());
  std::vector<std::uint32_t> arguments(bound.size());
  for (std::size_t entry = 0; entry < size; ++entry) {
    std::size_t rest = entry;
    for (std::size_t k = bound.size(); k-- > 0; rest /= domain_sizes[bound[k]]) {
      indices[bound[k]] = static_cast<std::uint32_t>(rest % domain_sizes[bound[k]]);
    }
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      arguments[k] = indices[rule.variables[k]];
    }
    table[entry] = rule.admits(arguments) ? 1 : 0;
  }
  return table;
}

std::vector<std::uint8_t> project(const std::vector<std::uint8_t>& table, std::size_t fastest) {
  std::vector<std::uint8_t> shorter(table.size() / fastest);
  for (std::size_t k = 0; k < table.size(); ++k) shorter[k / fastest] |= table[k];
  return shorter;
}

}  // namespace assay
