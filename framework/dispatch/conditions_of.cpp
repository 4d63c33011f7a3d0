#include "framework/dispatch/conditions_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "framework/core/expression/expression.hpp"
#include "framework/core/expression/substitution.hpp"

namespace assay::dispatch {
namespace {

// What the names in constraints stand for where they are no features. Parameters hide facts and
// arguments of their name.
NamedExpressions known_names(const Subject& subject, const std::vector<Feature>& features,
                             const Contender& contender, const Pair& pair) {
  std::map<std::string, Value> values;
  for (const auto& [name, value] : contender.device.facts) values[name] = value;
  for (const auto& [name, value] : subject.seen.front().arguments) values[name] = value;
  for (const Feature& feature : features) values.erase(feature.name);
  for (const Parameter& parameter : contender.parameters) {
    const Value* chosen = find(pair.configuration, parameter.name);
    values[parameter.name] = chosen == nullptr ? parameter.default_value : *chosen;
  }
  NamedExpressions known;
  for (const auto& [name, value] : values) known[name] = expression_literal(value);
  return known;
}

// Whether an expression names features, and nothing else.
bool is_about(const std::vector<Feature>& features, const std::string& expression) {
  std::vector<std::string> names;
  static_cast<void>(Expression::parse_collecting(expression, names));
  return !names.empty() && std::ranges::all_of(names, [&](const std::string& name) {
    return std::ranges::find(features, name, &Feature::name) != features.end();
  });
}

}  // namespace

std::vector<std::vector<std::string>> conditions_of(const Subject& subject,
                                                    const std::vector<Feature>& features,
                                                    const std::vector<Pair>& pairs) {
  std::vector<std::vector<std::string>> conditions;
  for (const Pair& pair : pairs) {
    auto& of_pair = conditions.emplace_back();
    const Contender* contender = contender_of(subject.seen.front(), pair);
    if (contender == nullptr) continue;
    const NamedExpressions known = known_names(subject, features, *contender, pair);
    for (const Constraint& constraint : contender->constraints) {
      const std::string condition = substituted(constraint.expression, known);
      if (is_about(features, condition)) of_pair.push_back(condition);
    }
  }
  return conditions;
}

}  // namespace assay::dispatch
