#include "framework/store/space_builder.hpp"

#include <algorithm>
#include <map>

#include "framework/core/error.hpp"

namespace assay {

void SpaceBuilder::add(const std::string& where, const Bindings& configuration,
                       RecordedOutcome outcome) {
  rows_.push_back({where, values_in_order(where, configuration)});
  space_.outcomes.push_back(std::move(outcome));
}

void SpaceBuilder::add_excluded(const std::string& where, const Bindings& configuration) {
  static_cast<void>(values_in_order(where, configuration));
  ++space_.excluded;
}

// The values of a configuration in the order of names_, which the first trial determines.
std::vector<Value> SpaceBuilder::values_in_order(const std::string& where,
                                                 const Bindings& configuration) {
  if (first_.empty()) {
    first_ = where;
    for (const auto& binding : configuration) names_.push_back(binding.first);
  }
  constexpr const char* cure = "every result of one space has the same parameters";
  std::vector<Value> values;
  for (const auto& name : names_) {
    const Value* value = find(configuration, name);
    if (value == nullptr) {
      throw environment_error("{}: {}: the parameter '{}' of {} is missing; {}", place_, where,
                              name, first_, cure);
    }
    values.push_back(*value);
  }
  for (const auto& [name, value] : configuration) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
      throw environment_error("{}: {}: {} has no parameter '{}'; {}", place_, where, first_, name,
                              cure);
    }
  }
  return values;
}

RecordedSpace SpaceBuilder::build(std::string name) && {
  if (rows_.empty()) {
    throw environment_error("{}: has no trials{}; a recorded space needs at least one", place_,
                            space_.excluded > 0 ? ", only excluded configurations" : "");
  }
  unify_numbers();
  derive_values();
  number_configurations();
  space_.name = std::move(name);
  return std::move(space_);
}

// Makes all numbers of a parameter reals if one of them is: writers of JSON drop the point of 1.0.
void SpaceBuilder::unify_numbers() {
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const bool any_real = std::any_of(rows_.begin(), rows_.end(), [k](const Row& row) {
      return std::holds_alternative<double>(row.values[k]);
    });
    if (!any_real) continue;
    for (auto& row : rows_) {
      if (const auto* integer = std::get_if<std::int64_t>(&row.values[k])) {
        row.values[k] = static_cast<double>(*integer);
      }
    }
  }
}

void SpaceBuilder::derive_values() {
  for (std::size_t k = 0; k < names_.size(); ++k) {
    std::vector<Value> values;
    for (const auto& row : rows_) values.push_back(row.values[k]);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    Value first = values.front();
    space_.parameters.push_back({names_[k], "", std::move(values), std::move(first), ""});
  }
}

void SpaceBuilder::number_configurations() {
  std::map<std::vector<std::uint32_t>, std::size_t> seen;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::vector<std::uint32_t> indices;
    for (std::size_t k = 0; k < names_.size(); ++k) {
      const auto& values = space_.parameters[k].values;
      const auto at = std::lower_bound(values.begin(), values.end(), rows_[r].values[k]);
      indices.push_back(static_cast<std::uint32_t>(at - values.begin()));
    }
    const auto [earlier, is_new] = seen.emplace(indices, r);
    space_.configurations.push_back(std::move(indices));
    if (!is_new) {
      throw environment_error(
          "{}: {}: its configuration {} is also that of {}; keep one of the two results", place_,
          rows_[r].where, to_string(space_.at(r)), rows_[earlier->second].where);
    }
  }
}

}  // namespace assay
