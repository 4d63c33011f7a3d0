#include "framework/core/space/space_part.hpp"

#include <fmt/format.h>

namespace assay {

std::vector<Parameter> joint_parameters(const std::string& choice,
                                        const std::vector<SpacePart>& parts) {
  std::vector<Parameter> parameters(1);
  parameters.front().name = choice;
  for (const SpacePart& part : parts) {
    parameters.front().values.emplace_back(part.name);
    const std::string chosen = fmt::format("{} == '{}'", choice, part.name);
    for (Parameter parameter : part.parameters) {
      parameter.name = part.prefix + parameter.name;
      parameter.condition = parameter.condition.empty()
                                ? chosen
                                : fmt::format("{} and ({})", chosen, parameter.condition);
      parameters.push_back(std::move(parameter));
    }
  }
  if (!parts.empty()) parameters.front().default_value = parts.front().name;
  return parameters;
}

}  // namespace assay
