// Small random search spaces, and their configurations by definition.
#pragma once

#include <fmt/format.h>

#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/expression/expression.hpp"

namespace assay::testing {

inline Value whole(std::int64_t value) { return value; }

inline Parameter parameter(const std::string& name, const std::vector<std::int64_t>& values,
                           const std::string& condition = "") {
  Parameter p;
  p.name = name;
  p.values.assign(values.begin(), values.end());
  p.default_value = p.values.front();
  p.condition = condition;
  return p;
}

using Constants = std::map<std::string, Value>;

// All configurations by definition: every combination of values, each condition and constraint
// evaluated in full.
inline std::vector<Bindings> brute_force(const std::vector<Parameter>& parameters,
                                         const std::vector<Constraint>& constraints,
                                         const Constants& constants) {
  std::vector<std::string> names;
  for (const auto& p : parameters) names.push_back(p.name);
  for (const auto& [name, value] : constants) names.push_back(name);
  std::vector<Bindings> admitted;
  std::vector<std::size_t> indices(parameters.size(), 0);
  for (;;) {
    Bindings configuration;
    std::vector<Scalar> slots;
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      configuration.emplace_back(parameters[k].name, parameters[k].values[indices[k]]);
      slots.push_back(Scalar::of(parameters[k].values[indices[k]]));
    }
    for (const auto& [name, value] : constants) slots.push_back(Scalar::of(value));
    bool good = true;
    for (const auto& p : parameters) {
      if (p.condition.empty()) continue;
      good = good && (Expression::parse(p.condition, names).holds(slots) ||
                      *find(configuration, p.name) == p.default_value);
    }
    for (const auto& c : constraints) {
      good = good && Expression::parse(c.expression, names).holds(slots);
    }
    if (good) admitted.push_back(configuration);
    std::size_t k = 0;
    while (k < indices.size() && ++indices[k] == parameters[k].values.size()) indices[k++] = 0;
    if (k == indices.size()) return admitted;
  }
}

struct RandomSpace {
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;
  Constants constants;
};

// A random space of up to six parameters of up to five values, some conditional, with up to three
// constraints; it may be empty.
inline RandomSpace random_space(std::mt19937& random) {
  const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  RandomSpace space;
  auto& [parameters, constraints, constants] = space;
  const std::size_t count = 1 + pick(6);
  const auto name = [](std::size_t k) { return fmt::format("p{}", k); };
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<std::int64_t> values;
    for (std::int64_t v = 1 + static_cast<std::int64_t>(pick(3)); values.size() < 1 + pick(5);
         ++v) {
      values.push_back(v);
    }
    parameters.push_back(parameter(name(k), values));
    parameters.back().default_value = parameters.back().values[pick(values.size())];
    if (pick(4) == 0) {
      parameters.back().condition = fmt::format("{} > {}", name(pick(count)), 1 + pick(3));
    }
  }
  for (std::size_t c = pick(4); c > 0; --c) {
    const auto [x, y, z] = std::tuple{name(pick(count)), name(pick(count)), name(pick(count))};
    const std::string shapes[] = {
        fmt::format("{} % {} == 0", x, y),          fmt::format("{} * {} <= limit", x, y),
        fmt::format("{} + {} != {}", x, y, z),      fmt::format("{} in [1, 2, {}]", x, y),
        fmt::format("{} <= {} or {} > 2", x, y, z), fmt::format("{} > 1", x)};
    constraints.push_back({shapes[pick(std::size(shapes))], ""});
  }
  constants = {{"limit", whole(6)}};
  return space;
}

}  // namespace assay::testing
