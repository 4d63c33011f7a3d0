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

// Why the variant has no configuration for the instance, whatever a scenario asks for: its own
// constraints leave none of its own values. "" if there is one. Throws usage Error for a constraint
// that cannot be evaluated: a defect of the variant, which must not pass for an instance it is not
// for.
std::string why_not_for(const OpenInstance& instance, const Contender& contender);

}  // namespace assay
