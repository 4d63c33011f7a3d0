#include "framework/core/published.hpp"

#include <algorithm>

namespace assay {
namespace {

std::optional<double> number_of(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    return static_cast<double>(*integer);
  }
  const auto* real = std::get_if<double>(&value);
  return real != nullptr ? std::optional(*real) : std::nullopt;
}

}  // namespace

bool same_value(const Value& a, const Value& b) {
  const auto x = number_of(a);
  const auto y = number_of(b);
  return x && y ? *x == *y : a == b;
}

bool matches(const InstancePattern& pattern, const std::string& problem,
             const Bindings& arguments) {
  return pattern.problem == problem &&
         std::all_of(pattern.arguments.begin(), pattern.arguments.end(), [&](const auto& wanted) {
           const Value* value = find(arguments, wanted.first);
           return value != nullptr && same_value(*value, wanted.second);
         });
}

bool matches_any(const std::vector<InstancePattern>& patterns, const std::string& problem,
                 const Bindings& arguments) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const InstancePattern& pattern) {
    return matches(pattern, problem, arguments);
  });
}

}  // namespace assay
