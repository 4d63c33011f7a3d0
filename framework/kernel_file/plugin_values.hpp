// Converts values, bindings, arguments, parameters and constraints between the framework and the
// plugin boundary, in both directions.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "assay/plugin.h"
#include "assay/problem.hpp"
#include "assay/value.hpp"
#include "assay/variant.hpp"
#include "framework/core/catalog.hpp"
#include "framework/core/value.hpp"

namespace assay {

// `value.kind` must be an assay_kind, and a text must not be null.
[[nodiscard]] Value value_of(const assay_value& value);
[[nodiscard]] Bindings bindings_of(std::span<const assay_binding> bindings);

[[nodiscard]] sdk::Value plugin_value(const Value& value);
[[nodiscard]] sdk::Argument plugin_argument(const ArgumentDescription& argument);
[[nodiscard]] sdk::Parameter plugin_parameter(const Parameter& parameter);
[[nodiscard]] std::vector<sdk::Constraint> plugin_constraints(
    const std::vector<Constraint>& constraints);

// Bindings as plugins see them. Borrows names and texts: the bindings must outlive the view.
class BindingsView {
 public:
  explicit BindingsView(const Bindings& bindings);
  [[nodiscard]] const assay_binding* data() const { return views_.data(); }
  [[nodiscard]] std::size_t size() const { return views_.size(); }

 private:
  std::vector<assay_binding> views_;
};

}  // namespace assay
