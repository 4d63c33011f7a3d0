#pragma once

#include <string>
#include <vector>

#include "framework/dispatch/subject.hpp"

namespace assay::dispatch {

// For each pair what the constraints of its contender, with the pair's values and the device's,
// ask of the features: "columns <= (256) * (8)". A constraint is left out that names none of them,
// since the pair was verified under it, or something that only an instance has or a compiler
// knows.
[[nodiscard]] std::vector<std::vector<std::string>> conditions_of(
    const Subject& subject, const std::vector<Feature>& features, const std::vector<Pair>& pairs);

}  // namespace assay::dispatch
