// Converts values and bindings between the two sides of the plugin boundary.
#pragma once

#include <span>
#include <vector>

#include "assay/plugin.h"
#include "assay/value.hpp"
#include "framework/core/value.hpp"

namespace assay {

[[nodiscard]] Bindings bindings_of(std::span<const assay_binding> bindings);
[[nodiscard]] sdk::Value plugin_value(const Value& value);

// Bindings as plugins see them. Borrows the names: `bindings` must outlive the object.
class PluginBindings {
 public:
  explicit PluginBindings(const Bindings& bindings);
  PluginBindings(const PluginBindings&) = delete;
  PluginBindings& operator=(const PluginBindings&) = delete;
  [[nodiscard]] std::span<const assay_binding> view() const { return views_; }

 private:
  std::vector<sdk::Value> values_;
  std::vector<assay_binding> views_;
};

}  // namespace assay
