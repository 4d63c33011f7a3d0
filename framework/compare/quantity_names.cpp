#include "framework/compare/quantity_names.hpp"

#include <algorithm>
#include <cmath>

#include "framework/core/error.hpp"

namespace assay {

void QuantityNames::add(const std::string& name, Value value) {
  if (has(name)) return;
  names_.push_back(name);
  values_.push_back(std::move(value));
}

std::vector<Scalar> QuantityNames::slots() const {
  std::vector<Scalar> slots;
  for (const Value& value : values_) slots.push_back(Scalar::of(value));
  return slots;
}

double QuantityNames::evaluate(const std::string& expression) const {
  const Scalar result = Expression::parse(expression, names_).evaluate(slots());
  if (result.kind == Scalar::Kind::text || !std::isfinite(result.number())) {
    throw usage_error("its value is not a finite number");
  }
  return result.number();
}

bool QuantityNames::holds(const std::string& expression) const {
  return Expression::parse(expression, names_).holds(slots());
}

bool QuantityNames::has(const std::string& name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::optional<double> QuantityNames::number(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return std::nullopt;
  const Scalar value = Scalar::of(values_[static_cast<std::size_t>(found - names_.begin())]);
  if (value.kind == Scalar::Kind::text || !std::isfinite(value.number())) return std::nullopt;
  return value.number();
}

QuantityNames names_of(const InstanceRecord& record, double seconds,
                       const NamedNumbers& own_facts) {
  QuantityNames names;
  names.add("seconds", seconds);
  for (const auto& [name, value] : own_facts) names.add(name, value);
  for (const Fact& fact : record.facts) names.add(fact.name, fact.value);
  for (const auto& [name, value] : record.arguments) names.add(name, value);
  return names;
}

QuantityNames names_of(const InstanceRecord& record, const Objective& objective,
                       const MeasuredQuantities& measured) {
  QuantityNames names = names_of(record, measured.seconds, {});
  if (objective.is_energy()) names.add("joules", measured.value.median);
  for (const Fact& fact : measured.facts) names.add(fact.name, fact.value);
  for (const auto& [name, value] : measured.parameters) names.add(name, value);
  return names;
}

std::vector<const DerivedQuantity*> quantities_of(const InstanceRecord& record,
                                                  const Beside& beside) {
  std::vector<const DerivedQuantity*> quantities;
  for (const DerivedQuantity& quantity : beside.derived) {
    const bool known = std::any_of(quantities.begin(), quantities.end(),
                                   [&](const auto* q) { return q->name == quantity.name; });
    if (!known && matches_any(quantity.instances, record.problem, record.arguments)) {
      quantities.push_back(&quantity);
    }
  }
  return quantities;
}

}  // namespace assay
