// Changes that the user declares to be intended: a variant that becomes slower or is removed.
#pragma once

#include <string>
#include <vector>

#include "framework/guard/guard.hpp"

namespace assay::guard {

// Throws usage Error, with the nearest name, if one of `names` is not a name (names_of) of any
// case.
void require_named(const std::vector<Case>& cases, const std::vector<std::string>& names);

// Marks results as accepted for the cases that have one of `names`: those that are slower and those
// that cannot be compared because of what the candidate offers. A candidate that fails is never
// accepted. Throws usage Error, with the nearest name, if no case has one of the names.
void accept(GuardReport& report, const std::vector<std::string>& names);

}  // namespace assay::guard
