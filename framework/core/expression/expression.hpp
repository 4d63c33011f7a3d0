#pragma once

#include <span>
#include <string>
#include <vector>

#include "framework/core/expression/code.hpp"
#include "framework/core/value.hpp"

namespace assay {

// An expression over named values, the language of constraints and conditions:
//
//   literals     8, 0.5, 1e-3, true, false, 'z-order', "z-order"
//   arithmetic   + - * / // % **   where / divides exactly (8 / 3 is 2.66...), // rounds down and
//                %  has the sign of its right side, as in Python
//   bits         & | ^ << >>   of whole numbers; of booleans, too, which count as 0 and 1
//   comparison   == != < <= > >=, chained as in Python: a < b <= c; `x in [a, b]`, `x not in [a,
//   b]`,
//                also with the brackets (a, b) and {a, b}
//   logic        and or not, also && || !; evaluated only as far as needed
//   choice       a if condition else b
//   functions    min(a, b, ...), max(a, b, ...), abs(a), ceil_div(a, b), log2(a),
//                is_power_of_two(a)
//
// Operators bind as in Python. Booleans count as 0 and 1 in arithmetic, numbers other than 0 as
// true in logic. Texts can only be compared for equality, and only with texts.
//
// All errors are usage Errors that show the expression with a caret under the place: bad syntax and
// unknown names (with the nearest known one) from parse; division by zero, integer overflow and
// texts where numbers belong from the evaluation.
class Expression {
 public:
  // Parses `text`; evaluation expects the value of names[k] in slot k.
  static Expression parse(const std::string& text, const std::vector<std::string>& names);

  // Parses `text` where names stand for any slots: evaluation expects the value of names[k] in slot
  // slots[k].
  static Expression parse(const std::string& text, const std::vector<std::string>& names,
                          std::span<const std::size_t> slots);

  // Parses an expression whose names are not known in advance: those that the text uses and `names`
  // lacks are appended to `names`.
  static Expression parse_collecting(const std::string& text, std::vector<std::string>& names);

  // Makes an expression that is this one, as something true or false, where the slot holds `value`.
  // Elsewhere it is `otherwise`, and this one is not evaluated. Errors still show this one's text.
  [[nodiscard]] Expression only_where(std::size_t slot, const Value& value, bool otherwise) const;

  [[nodiscard]] const std::string& text() const { return code_.text; }
  [[nodiscard]] const ExpressionCode& code() const { return code_; }
  // The slots that the expression reads, ascending, without duplicates.
  [[nodiscard]] const std::vector<std::size_t>& slots() const { return code_.slots; }

  // Evaluates the expression. Only the slots that it reads need to hold a value. A text result is
  // borrowed from a slot or from this object.
  [[nodiscard]] Scalar evaluate(std::span<const Scalar> slots) const;
  // Whether the result counts as true.
  [[nodiscard]] bool holds(std::span<const Scalar> slots) const;

 private:
  explicit Expression(ExpressionCode code) : code_(std::move(code)) {}

  ExpressionCode code_;
};

}  // namespace assay
