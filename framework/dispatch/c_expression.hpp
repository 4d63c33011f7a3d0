// Expressions in C, over numbers of type double.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/expression/expression.hpp"
#include "framework/decision/feature.hpp"

namespace assay::dispatch {

// What a name of an expression is in C.
struct CName {
  std::string c;
  // Of a feature that is a text, whose texts the value in C numbers; else nullptr. Borrowed.
  const decision::Feature* text_feature = nullptr;
};

// How C writes what it may write in several ways.
struct CDialect {
  // The result of an operator, from its operands in C; "" where this dialect has no such operator.
  std::function<std::string(Opcode, const std::vector<std::string>& operands)> operation;
  // Whether all results are those of the expression itself: operators of constants become what they
  // come to, and what C would compute otherwise is refused, such as bits of a quotient.
  bool exact = false;
};

// The names of the features as members, of type double, of the struct to which `input` points.
[[nodiscard]] std::vector<CName> c_members(const std::vector<decision::Feature>& features);

// The expression in C; slot k is names[k]. Nothing for texts other than a feature's, and where the
// dialect lacks an operator.
[[nodiscard]] std::optional<std::string> c_expression(const Expression& expression,
                                                      const std::vector<CName>& names,
                                                      const CDialect& dialect);

}  // namespace assay::dispatch
