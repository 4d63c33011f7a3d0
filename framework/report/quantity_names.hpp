// The names under which expressions find what is known of a result. Internal to the report, but for
// ParetoJudge (pareto_judge.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/core/expression/expression.hpp"
#include "framework/core/published.hpp"
#include "framework/core/trial.hpp"

namespace assay {

// Where two quantities have one name, the one added first counts.
class QuantityNames {
 public:
  void add(const std::string& name, Value value);
  // Throws usage Error for an unknown name, division by zero, or a result that is no finite number.
  [[nodiscard]] double evaluate(const std::string& expression) const;
  // Throws as evaluate, but for the result.
  [[nodiscard]] bool holds(const std::string& expression) const;
  [[nodiscard]] bool has(const std::string& name) const;
  // Nothing for a name that is unknown, a text, or no finite number.
  [[nodiscard]] std::optional<double> number(const std::string& name) const;
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  [[nodiscard]] std::vector<Scalar> slots() const;

  std::vector<std::string> names_;
  std::vector<Value> values_;
};

// `seconds`, facts and arguments, in this order of precedence; `own_facts` before the instance's.
[[nodiscard]] QuantityNames names_of(const InstanceRecord& record, double seconds,
                                     const NamedNumbers& own_facts);

// What was measured of one configuration.
struct MeasuredQuantities {
  Interval value;      // of the objective, in its unit
  double seconds = 0;  // the objective's, or of the whole sample where that is energy
  std::vector<Fact> facts;
};

// `seconds`, the instance's facts and arguments, `joules` where energy is the objective, and the
// trial's facts.
[[nodiscard]] QuantityNames names_of(const InstanceRecord& record, const Objective& objective,
                                     const MeasuredQuantities& measured);

// The quantities that belong to the instance, each name once.
[[nodiscard]] std::vector<const DerivedQuantity*> quantities_of(const InstanceRecord& record,
                                                                const Beside& beside);

}  // namespace assay
