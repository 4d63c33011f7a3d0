#pragma once

#include <map>
#include <string>

#include "framework/core/space/space.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/tune/session.hpp"

namespace assay {

// The search space of a contender on an instance. Besides its parameters, constraints may refer to
// the device's facts and to the instance's arguments and facts; a parameter hides those of its
// name.
[[nodiscard]] SearchSpace space_of(const OpenInstance& instance, const Contender& contender);

// What constraints may refer to beside parameters.
[[nodiscard]] std::map<std::string, Value> constants_of(const OpenInstance& instance,
                                                        const Contender& contender);

}  // namespace assay
