// Evaluating what a scenario gives as expressions, with the scenario's place in every message.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/kernel_file/description.hpp"

namespace assay {

// "file:line:column: 'what' MESSAGE" as a usage Error.
[[nodiscard]] Error error_at(const std::string& place, const std::string& message);

// Names bound to values. Of two bindings of one name the one added first counts.
class FormulaNames {
 public:
  FormulaNames() = default;
  explicit FormulaNames(const Bindings& bindings) { add(bindings); }

  void add(const Bindings& bindings);
  void add(const std::string& name, Value value);

  // All throw usage Error with the formula's place and a caret: unknown names, division by zero;
  // results that are no (whole, positive, finite) number.
  [[nodiscard]] Value value(const Formula& formula) const;
  [[nodiscard]] double number(const Formula& formula) const;
  [[nodiscard]] std::int64_t count(const Formula& formula) const;  // at least 1
  [[nodiscard]] std::vector<std::int64_t> counts(const std::vector<Formula>& formulas) const;

 private:
  std::vector<std::string> names_;
  std::vector<Value> values_;
};

// Throws usage Error with the formula's place and a caret for bad syntax and unknown names.
void check_formula(const Formula& formula, const std::vector<std::string>& names);

}  // namespace assay
