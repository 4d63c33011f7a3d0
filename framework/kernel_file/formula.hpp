// Evaluates expressions of a scenario, with their place in every message.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// A usage Error "file:line:column: 'what' MESSAGE".
[[nodiscard]] Error error_at(const std::string& place, const std::string& message);

// Names bound to values. If a name is bound twice, the binding added first counts. Formulas are
// parsed once, at their first evaluation, which is why one object serves one thread at a time.
class FormulaNames {
 public:
  FormulaNames() = default;
  explicit FormulaNames(const Bindings& bindings) { add(bindings); }

  void add(const Bindings& bindings);
  void add(const std::string& name, Value value);
  // Gives a name that is bound another value.
  void rebind(const std::string& name, Value value);
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  // The value of a name; nullptr if it has none.
  [[nodiscard]] const Value* find(const std::string& name) const;

  // Evaluate formulas. All throw usage Error with the formula's place and a caret for unknown
  // names, for division by zero, and for results that are not a (whole, positive, finite) number.
  [[nodiscard]] Value value(const Formula& formula) const;
  [[nodiscard]] double number(const Formula& formula) const;
  [[nodiscard]] std::int64_t whole(const Formula& formula) const;  // at least 0
  [[nodiscard]] std::int64_t count(const Formula& formula) const;  // at least 1
  [[nodiscard]] bool holds(const Formula& formula) const;
  [[nodiscard]] std::vector<std::int64_t> counts(const std::vector<Formula>& formulas) const;

 private:
  [[nodiscard]] std::int64_t whole_from(const Formula& formula, double least) const;

  std::vector<std::string> names_;
  std::vector<Value> values_;
  mutable std::map<std::string, Expression, std::less<>> parsed_;
};

// Throws usage Error with the formula's place and a caret for bad syntax and unknown names.
void check_formula(const Formula& formula, const std::vector<std::string>& names);

}  // namespace assay
