#include "framework/judge/drawn_instances.hpp"

#include <algorithm>
#include <cmath>

namespace assay::judge {
namespace {

// Draws an integer if the argument is one; uniformly in the logarithm if the domain may span orders
// of magnitude.
Value drawn_value(const ArgumentDescription& argument, Random& draw) {
  const ArgumentDomain& domain = *argument.domain;
  const bool by_magnitude = !domain.values_only && domain.lowest > 0;
  const double share = draw.uniform();
  const double number = by_magnitude
                            ? domain.lowest * std::pow(domain.highest / domain.lowest, share)
                            : domain.lowest + share * (domain.highest - domain.lowest);
  if (!std::holds_alternative<std::int64_t>(argument.default_value)) return number;
  const double whole =
      std::clamp(std::round(number), std::ceil(domain.lowest), std::floor(domain.highest));
  return static_cast<std::int64_t>(whole);
}

void set_argument(Bindings& bindings, const std::string& name, const Value& value) {
  const auto known = std::ranges::find(bindings, name, &Bindings::value_type::first);
  if (known == bindings.end()) {
    bindings.emplace_back(name, value);
  } else {
    known->second = value;
  }
}

}  // namespace

std::optional<InstanceKey> with_other_values(const ProblemDescription& problem,
                                             const InstanceKey& listed, Random& draw) {
  InstanceKey other = listed;
  bool any = false;
  for (const ArgumentDescription& argument : problem.arguments) {
    if (!argument.domain || !argument.domain->values_only) continue;
    set_argument(other.arguments, argument.name, drawn_value(argument, draw));
    any = true;
  }
  return any ? std::optional(other) : std::nullopt;
}

std::optional<InstanceKey> with_other_sizes(const ProblemDescription& problem,
                                            const InstanceKey& listed, Random& draw) {
  InstanceKey other = listed;
  bool any = false;
  for (const ArgumentDescription& argument : problem.arguments) {
    if (!argument.domain) continue;
    any = true;
    if (!argument.domain->values_only && draw.chance(0.5)) continue;
    set_argument(other.arguments, argument.name, drawn_value(argument, draw));
  }
  return any ? std::optional(other) : std::nullopt;
}

}  // namespace assay::judge
