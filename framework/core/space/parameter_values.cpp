#include "framework/core/space/parameter_values.hpp"

#include <algorithm>
#include <set>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

void check_parameter(const Parameter& parameter) {
  if (parameter.values.empty()) {
    throw usage_error("the parameter '{}' has no values", parameter.name);
  }
  std::set<Value> seen;
  for (const auto& value : parameter.values) {
    if (!seen.insert(value).second) {
      throw usage_error("the parameter '{}' lists the value {} twice", parameter.name,
                        to_string(value));
    }
  }
  if (!seen.contains(parameter.default_value)) {
    throw usage_error("the default {} of the parameter '{}' is not one of its values",
                      to_string(parameter.default_value), parameter.name);
  }
}

std::string value_list(const std::vector<Value>& values) {
  std::vector<std::string> texts;
  for (const auto& value : values) texts.push_back(to_string(value));
  return fmt::format("{}", fmt::join(texts, ", "));
}

// The value of a parameter in a configuration. If the configuration leaves it out: the default of a
// conditional parameter, nullptr for any other.
const Value* value_in(const Bindings& configuration, const Parameter& parameter) {
  const Value* value = find(configuration, parameter.name);
  return value != nullptr || parameter.condition.empty() ? value : &parameter.default_value;
}

}  // namespace

ParameterValues::ParameterValues(std::vector<Parameter> parameters)
    : parameters_(std::move(parameters)) {
  std::set<std::string> names;
  for (const auto& parameter : parameters_) {
    check_parameter(parameter);
    if (!names.insert(parameter.name).second) {
      throw usage_error("there are two parameters named '{}'", parameter.name);
    }
    sizes_.push_back(static_cast<std::uint32_t>(parameter.values.size()));
  }
}

std::optional<std::uint32_t> ParameterValues::index_of(std::size_t parameter,
                                                       const Value& value) const {
  const auto& values = parameters_[parameter].values;
  const auto at = std::find(values.begin(), values.end(), value);
  if (at == values.end()) return std::nullopt;
  return static_cast<std::uint32_t>(at - values.begin());
}

std::uint32_t ParameterValues::default_index(std::size_t parameter) const {
  return *index_of(parameter, parameters_[parameter].default_value);
}

std::optional<std::vector<std::uint32_t>> ParameterValues::assignment(
    const Bindings& configuration) const {
  if (!why_malformed(configuration).empty()) return std::nullopt;
  std::vector<std::uint32_t> result;
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    result.push_back(*index_of(k, *value_in(configuration, parameters_[k])));
  }
  return result;
}

std::string ParameterValues::why_malformed(const Bindings& configuration) const {
  std::vector<std::string> known;
  for (const auto& parameter : parameters_) known.push_back(parameter.name);
  std::set<std::string> seen;
  for (const auto& [name, value] : configuration) {
    if (!seen.insert(name).second) return fmt::format("'{}' is given twice", name);
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return fmt::format("there is no parameter '{}'; {}", name, did_you_mean(name, known));
    }
  }
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    const Parameter& parameter = parameters_[k];
    const Value* value = value_in(configuration, parameter);
    if (value == nullptr) return fmt::format("the parameter '{}' has no value", parameter.name);
    if (!index_of(k, *value)) {
      return fmt::format("{} is not a value of '{}'; its values are {}", to_string(*value),
                         parameter.name, value_list(parameter.values));
    }
  }
  return {};
}

std::string ParameterValues::why_malformed(std::span<const std::uint32_t> assignment) const {
  if (assignment.size() != sizes_.size()) {
    return fmt::format("has {} indices for {} parameters", assignment.size(), sizes_.size());
  }
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    if (assignment[k] < sizes_[k]) continue;
    return fmt::format("has the index {} for the parameter '{}', which has {} values",
                       assignment[k], parameters_[k].name, sizes_[k]);
  }
  return {};
}

Bindings ParameterValues::bindings(std::span<const std::uint32_t> assignment,
                                   const std::vector<bool>& counts) const {
  Bindings result;
  for (std::size_t k = 0; k < assignment.size(); ++k) {
    if (!counts[k]) continue;
    result.emplace_back(parameters_[k].name, parameters_[k].values[assignment[k]]);
  }
  return result;
}

}  // namespace assay
