#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "framework/decision/feature.hpp"

namespace assay::dispatch {

// The name of a feature as a member of a struct in C and C++: of letters, digits and '_', no
// keyword of either, and another one for each feature.
[[nodiscard]] std::string member_name(const std::vector<decision::Feature>& features,
                                      std::size_t feature);

}  // namespace assay::dispatch
