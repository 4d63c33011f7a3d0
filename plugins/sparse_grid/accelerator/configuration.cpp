#include "sparse_grid/accelerator/configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace sparse_grid::accelerator {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// `expression` with `prefix` before each of the names; texts in quotes stay as they are.
std::string renamed(const std::string& expression, const std::vector<std::string>& names,
                    const std::string& prefix) {
  std::string result;
  for (auto at = expression.begin(); at != expression.end();) {
    auto end = at + 1;
    if (*at == '\'' || *at == '"') {
      end = std::find(end, expression.end(), *at);
      if (end != expression.end()) ++end;
    } else if (in_name(*at)) {
      end = std::find_if_not(at, expression.end(), in_name);
      if (std::find(names.begin(), names.end(), std::string(at, end)) != names.end()) {
        result += prefix;
      }
    }
    result.append(at, end);
    at = end;
  }
  return result;
}

}  // namespace

void ParameterSet::add(ParameterSet part, const std::string& prefix, const std::string& condition) {
  std::vector<std::string> names;
  for (const auto& parameter : part.parameters) names.push_back(parameter.name);
  for (auto& parameter : part.parameters) {
    parameter.name = prefix + parameter.name;
    const std::string own = renamed(parameter.condition, names, prefix);
    const bool both = !own.empty() && !condition.empty();
    parameter.condition = both ? fmt::format("({}) and ({})", condition, own) : own + condition;
    parameters.push_back(std::move(parameter));
  }
  for (auto& constraint : part.constraints) {
    const std::string own = renamed(constraint.expression, names, prefix);
    constraint.expression =
        condition.empty() ? own : fmt::format("not ({}) or ({})", condition, own);
    constraints.push_back(std::move(constraint));
  }
}

void ParameterSet::set_default(const std::string& name, assay::sdk::Value value) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const auto& parameter) { return parameter.name == name; });
  if (found == parameters.end()) throw std::logic_error("there is no parameter " + name);
  found->default_value = std::move(value);
}

}  // namespace sparse_grid::accelerator
