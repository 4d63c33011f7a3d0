// Quantities that a scenario sets alongside its results: figures that others published, and
// quantities derived from a measured time. Neither is ever a trial, so no ranking and no guard can
// include them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/value.hpp"

namespace assay {

// A problem and some of its arguments: a pattern that all instances match which agree with them.
struct InstancePattern {
  std::string problem;
  Bindings arguments;
};

// Whether two values are equal; an integer and a real number are equal if their values are.
[[nodiscard]] bool same_value(const Value& a, const Value& b);
// Whether the problem is the pattern's, and the bindings hold every argument of it with its value.
[[nodiscard]] bool matches(const InstancePattern& pattern, const std::string& problem,
                           const Bindings& arguments);
[[nodiscard]] bool matches_any(const std::vector<InstancePattern>& patterns,
                               const std::string& problem, const Bindings& arguments);

// A quantity that follows from the time of a sample, such as a rate by somebody's count of
// operations.
struct DerivedQuantity {
  std::string name;
  std::string unit;
  std::string expression;  // over the instance's facts and arguments, `seconds` and `joules`
  Bindings against;        // arguments of another instance, whose time is `other_seconds`
  std::vector<InstancePattern> instances;
  std::string place;  // file:line:column, for messages
};

using NamedNumbers = std::vector<std::pair<std::string, double>>;

struct PublishedFigure {
  std::string source;             // "Luz (2017), table 5.3"
  std::string machine;            // the machine it was measured on; "" if that does not matter
  std::string label;              // the source's name of the row or variant; may be empty
  std::string variant;            // our variant to show it next to; "": the fastest
  Bindings parameters;            // our variant's best configuration among those with these values
  std::optional<double> seconds;  // for `samples` samples together
  double samples = 1;
  NamedNumbers values;  // of derived quantities, as published
  NamedNumbers facts;   // of the instance, as published
  std::vector<InstancePattern> instances;
  std::string place;  // file:line:column, for messages
};

// The quantities that one scenario sets alongside the results of its instances.
struct Beside {
  std::vector<DerivedQuantity> derived;
  std::vector<PublishedFigure> published;
};

}  // namespace assay
