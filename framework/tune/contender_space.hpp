#pragma once

#include <map>
#include <string>

#include "framework/core/space/space.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/tune/session.hpp"

namespace assay {

// The search space of a contender on an instance. Besides the contender's parameters, constraints
// may refer to the device's facts and to the instance's arguments and facts; a parameter hides a
// fact or argument of the same name.
[[nodiscard]] SearchSpace space_of(const OpenInstance& instance, const Contender& contender);

// The names other than parameters that constraints may refer to, with their values.
[[nodiscard]] std::map<std::string, Value> constants_of(const OpenInstance& instance,
                                                        const Contender& contender);

// Returns why a configuration of the contender is none on the instance: what its constraints say,
// or that a value is not allowed. Returns "" if it is one.
[[nodiscard]] std::string why_excluded(const OpenInstance& instance, const Contender& contender,
                                       const Bindings& configuration);

// Returns why the variant has no configuration for the instance, no matter what a scenario asks
// for: the variant's own constraints exclude all of its own values. Returns "" if there is a
// configuration. Throws usage Error for a constraint that cannot be evaluated: this is a defect of
// the variant, and must not be mistaken for an instance that the variant does not serve.
std::string why_not_for(const OpenInstance& instance, const Contender& contender);

}  // namespace assay
