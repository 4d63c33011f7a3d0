#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/core/expression/expression.hpp"
#include "framework/decision/feature.hpp"

namespace assay::dispatch {

// A condition over features as an expression in C over the members, of type double, of the struct
// to which `input` points; 1 or 0. Operators that C lacks become calls of functions whose names
// begin with `prefix`; c_condition_functions has them. Nothing for a condition that needs more
// than arithmetic: powers, logarithms, and texts other than a feature's.
[[nodiscard]] std::optional<std::string> c_condition(const Expression& condition,
                                                     const std::vector<decision::Feature>& features,
                                                     const std::string& prefix);

// The functions that conditions call, in C99 and C++, without other headers.
[[nodiscard]] std::string c_condition_functions(const std::string& prefix);

}  // namespace assay::dispatch
