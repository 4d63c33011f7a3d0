// Changes that the user declares to be intended: a variant that becomes slower, or goes.
#pragma once

#include <string>
#include <vector>

#include "framework/guard/guard.hpp"

namespace assay::guard {

// Throws usage Error, with the nearest name, if no case goes by one of `names` (names_of).
void require_named(const std::vector<Case>& cases, const std::vector<std::string>& names);

// Marks as accepted what came of the cases that go by one of `names`, where that is slower or
// cannot be compared by what the candidate has; a candidate that fails is never accepted. Throws as
// above.
void accept(GuardReport& report, const std::vector<std::string>& names);

}  // namespace assay::guard
