// Names of an expression replaced by other expressions.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "framework/core/value.hpp"

namespace assay {

// Expressions by the names that stand for them.
using NamedExpressions = std::map<std::string, std::string, std::less<>>;

// The expression with each of the names replaced by its own expression in brackets; texts in quotes
// stay as they are, and so does all that cannot be split into tokens, whose error the parser
// reports with its place. Throws usage Error where the result would have more than a million
// characters: long expressions that are named often would take all memory.
[[nodiscard]] std::string substituted(const std::string& expression, const NamedExpressions& named);

// The value as an expression writes it, to take the place of a name.
[[nodiscard]] std::string expression_literal(const Value& value);

}  // namespace assay
