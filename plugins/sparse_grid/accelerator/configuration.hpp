// Parameters of an operator, which may be one of several in a variant: declared once, and read by
// the same names, whatever the variant calls them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "assay/plugin.hpp"

namespace sparse_grid::accelerator {

// A configuration as one operator sees it: its names lack the prefix they have in the variant.
class Configuration {
 public:
  explicit Configuration(const assay::sdk::Bindings& bindings, std::string prefix = {})
      : bindings_(bindings), prefix_(std::move(prefix)) {}

  [[nodiscard]] bool boolean(const std::string& name) const {
    return bindings_.boolean(prefix_ + name);
  }
  [[nodiscard]] std::size_t size(const std::string& name) const {
    return static_cast<std::size_t>(bindings_.integer(prefix_ + name));
  }
  [[nodiscard]] double real(const std::string& name) const {
    return bindings_.real(prefix_ + name);
  }
  [[nodiscard]] std::string text(const std::string& name) const {
    return bindings_.text(prefix_ + name);
  }
  // What an operator sees that is part of this one.
  [[nodiscard]] Configuration part(const std::string& prefix) const {
    return Configuration(bindings_, prefix_ + prefix);
  }

 private:
  assay::sdk::Bindings bindings_;
  std::string prefix_;
};

// Parameters that belong together, and what must hold between them.
struct ParameterSet {
  std::vector<assay::sdk::Parameter> parameters;
  std::vector<assay::sdk::Constraint> constraints;

  // Adds those of a part, under names with `prefix` (in its conditions and constraints too). Where
  // `condition`, an expression over parameters added earlier, is false they do not count. "":
  // always.
  void add(ParameterSet part, const std::string& prefix = {}, const std::string& condition = {});

  // Another default for a parameter that is there.
  void set_default(const std::string& name, assay::sdk::Value value);
};

}  // namespace sparse_grid::accelerator
