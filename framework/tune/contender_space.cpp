#include "framework/tune/contender_space.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/core/space/requirements.hpp"

namespace assay {

std::map<std::string, Value> constants_of(const OpenInstance& instance,
                                          const Contender& contender) {
  std::map<std::string, Value> constants;
  for (const auto& [name, value] : contender.device.facts) constants[name] = value;
  for (const auto& [name, value] : instance.record.arguments) constants[name] = value;
  for (const auto& fact : instance.record.facts) constants[fact.name] = fact.value;
  for (const auto& parameter : contender.parameters) constants.erase(parameter.name);
  return constants;
}

SearchSpace space_of(const OpenInstance& instance, const Contender& contender) {
  try {
    return {contender.parameters, contender.constraints, constants_of(instance, contender)};
  } catch (const EmptySpace&) {
    throw;
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", contender.variant.name, error.what()));
  }
}

std::string why_excluded(const OpenInstance& instance, const Contender& contender,
                         const Bindings& configuration) {
  for (const Parameter& parameter : contender.parameters) {
    const Value* value = find(configuration, parameter.name);
    if (value == nullptr || std::ranges::find(parameter.values, *value) != parameter.values.end()) {
      continue;
    }
    return fmt::format("{} = {} is not allowed", parameter.name, to_string(*value));
  }
  return why_excluded(configuration, contender.parameters, contender.constraints,
                      constants_of(instance, contender));
}

std::string why_not_for(const OpenInstance& instance, const Contender& contender) {
  try {
    static_cast<void>(SearchSpace(contender.variant.parameters, contender.variant.constraints,
                                  constants_of(instance, contender)));
    return "";
  } catch (const EmptySpace& empty) {
    return empty.what();
  }
}

}  // namespace assay
