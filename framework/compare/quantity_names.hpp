// The names by which expressions refer to what is known of a result. Internal to the report, except
// for ParetoJudge (pareto_judge.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/core/expression/expression.hpp"
#include "framework/core/instance_record.hpp"
#include "framework/core/interval.hpp"
#include "framework/core/objective.hpp"
#include "framework/core/published.hpp"

namespace assay {

// Quantities by name. If two have one name, the one added first counts.
class QuantityNames {
 public:
  void add(const std::string& name, Value value);
  // The value of an expression. Throws usage Error for an unknown name, division by zero, or a
  // result that is not a finite number.
  [[nodiscard]] double evaluate(const std::string& expression) const;
  // Whether a condition holds. Throws usage Error for an unknown name or division by zero.
  [[nodiscard]] bool holds(const std::string& expression) const;
  [[nodiscard]] bool has(const std::string& name) const;
  // The value of a name; nothing if it is unknown, a text, or not a finite number.
  [[nodiscard]] std::optional<double> number(const std::string& name) const;
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  [[nodiscard]] std::vector<Scalar> slots() const;

  std::vector<std::string> names_;
  std::vector<Value> values_;
};

// `seconds`, facts and arguments, in this order of precedence; `own_facts` precede the instance's.
[[nodiscard]] QuantityNames names_of(const InstanceRecord& record, double seconds,
                                     const NamedNumbers& own_facts);

// The measurements of one configuration, and its parameters.
struct MeasuredQuantities {
  Interval value;      // the objective in its unit
  double seconds = 0;  // the objective in seconds; for energy, the whole sample's time
  std::vector<Fact> facts;
  Bindings parameters;  // their values
};

// `seconds`, the instance's facts and arguments, `joules` if the objective is energy, the trial's
// facts, and the parameters, in this order of precedence.
[[nodiscard]] QuantityNames names_of(const InstanceRecord& record, const Objective& objective,
                                     const MeasuredQuantities& measured);

// The derived quantities that apply to the instance, each name once.
[[nodiscard]] std::vector<const DerivedQuantity*> quantities_of(const InstanceRecord& record,
                                                                const Beside& beside);

}  // namespace assay
