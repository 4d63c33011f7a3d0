#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/core/expression/expression.hpp"
#include "framework/dispatch/c_expression.hpp"

namespace assay::dispatch {

// A formula as an expression in C whose value is the formula's own, to the last bit. `wrong` in its
// surroundings points to an int, which becomes 1 wherever evaluation fails (a division by zero,
// bits of a fraction), or passes 2^53, up to which doubles hold all whole numbers; what the
// expression comes to then means nothing. Every name must hold a number below 2^53. Operators
// become calls of functions whose names begin with `prefix`; c_formula_functions has them. Nothing
// for a formula that needs more than arithmetic: powers and logarithms of what is not constant, and
// texts other than a feature's.
[[nodiscard]] std::optional<std::string> c_formula(const Expression& formula,
                                                   const std::vector<CName>& names,
                                                   const std::string& prefix);

// The functions that formulas call, in C99 and C++, without other headers.
[[nodiscard]] std::string c_formula_functions(const std::string& prefix);

}  // namespace assay::dispatch
