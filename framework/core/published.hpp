// What a scenario sets beside its results: figures that others published, and quantities derived
// from a measured time. Neither is ever a trial, so nothing that ranks or guards can meet them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/value.hpp"

namespace assay {

// A problem and some of its arguments: all instances that agree with them.
struct InstancePattern {
  std::string problem;
  Bindings arguments;
};

// A number equals a number of the same value, whichever of integer and real each is.
[[nodiscard]] bool same_value(const Value& a, const Value& b);
// True if the bindings hold every argument of the pattern with its value.
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
  std::string machine;            // that it was measured on; "" where that does not matter
  std::string label;              // what the source calls the row or variant; may be empty
  std::string variant;            // ours that it stands beside; "": the fastest
  Bindings parameters;            // and its best configuration among those with these values
  std::optional<double> seconds;  // of `samples` samples together
  double samples = 1;
  NamedNumbers values;  // of derived quantities
  NamedNumbers facts;   // of the instance
  std::vector<InstancePattern> instances;
  std::string place;  // file:line:column, for messages
};

// What one scenario sets beside the results of its instances.
struct Beside {
  std::vector<DerivedQuantity> derived;
  std::vector<PublishedFigure> published;
};

}  // namespace assay
