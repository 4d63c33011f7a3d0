// Parameters that several variants declare in the same way, and access to their values.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/error.hpp"
#include "assay/value.hpp"
#include "assay/variant.hpp"

namespace assay::sdk {

namespace detail {

inline bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// `expression` with `prefix` before each of the names; texts in quotes stay as they are.
inline std::string with_prefix(const std::string& expression, const std::vector<std::string>& names,
                               const std::string& prefix) {
  std::string result;
  for (auto at = expression.begin(); at != expression.end();) {
    auto end = at + 1;
    if (*at == '\'' || *at == '"') {
      end = std::find(end, expression.end(), *at);
      if (end != expression.end()) ++end;
    } else if (in_name(*at)) {
      end = std::find_if_not(at, expression.end(), in_name);
      if (std::find(names.begin(), names.end(), std::string(at, end)) != names.end()) {
        result += prefix;
      }
    }
    result.append(at, end);
    at = end;
  }
  return result;
}

// Makes "(a) and (b)" from "(", a, ") and (" and b.
inline std::string joined(std::string begin, const std::string& first, const char* between,
                          const std::string& second) {
  return begin.append(first).append(between).append(second).append(")");
}

}  // namespace detail

// Parameters that belong together, and the constraints between them.
struct ParameterSet {
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;

  // Adds the parameters and constraints of `part`, with `prefix` before their names (in conditions
  // and constraints, too). Where `condition`, an expression over parameters added earlier, is
  // false, they do not count. "" is always true.
  void add(ParameterSet part, const std::string& prefix = {}, const std::string& condition = {}) {
    std::vector<std::string> names;
    for (const auto& parameter : part.parameters) names.push_back(parameter.name);
    for (auto& parameter : part.parameters) {
      parameter.name = prefix + parameter.name;
      const std::string own = detail::with_prefix(parameter.condition, names, prefix);
      const bool both = !own.empty() && !condition.empty();
      parameter.condition = both ? detail::joined("(", condition, ") and (", own) : own + condition;
      parameters.push_back(std::move(parameter));
    }
    for (auto& constraint : part.constraints) {
      const std::string own = detail::with_prefix(constraint.expression, names, prefix);
      constraint.expression =
          condition.empty() ? own : detail::joined("not (", condition, ") or (", own);
      constraints.push_back(std::move(constraint));
    }
  }

  // Gives a parameter of the set another default. Throws ASSAY_INTERNAL if there is no parameter
  // called `name`.
  void set_default(std::string_view name, Value value) {
    const auto found = std::ranges::find(parameters, name, &Parameter::name);
    if (found == parameters.end()) {
      throw Error(ASSAY_INTERNAL, "there is no parameter '" + std::string(name) + "'");
    }
    found->default_value = std::move(value);
  }
};

// The view of a configuration for a part of a variant whose parameters were added with a prefix: it
// finds them by their names without the prefix. Borrows the bindings' elements.
class Configuration {
 public:
  explicit Configuration(const Bindings& bindings, std::string prefix = {})
      : bindings_(bindings), prefix_(std::move(prefix)) {}

  [[nodiscard]] bool boolean(std::string_view name) const { return bindings_.boolean(full(name)); }
  [[nodiscard]] std::size_t size(std::string_view name) const { return bindings_.size(full(name)); }
  [[nodiscard]] double real(std::string_view name) const { return bindings_.real(full(name)); }
  [[nodiscard]] std::string text(std::string_view name) const { return bindings_.text(full(name)); }
  // The view of the configuration for a part of this part.
  [[nodiscard]] Configuration part(const std::string& prefix) const {
    return Configuration(bindings_, prefix_ + prefix);
  }

 private:
  [[nodiscard]] std::string full(std::string_view name) const {
    return prefix_ + std::string(name);
  }

  Bindings bindings_;
  std::string prefix_;
};

}  // namespace assay::sdk
