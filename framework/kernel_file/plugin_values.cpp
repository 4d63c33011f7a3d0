#include "framework/kernel_file/plugin_values.hpp"

namespace assay {

Bindings bindings_of(std::span<const assay_binding> bindings) {
  Bindings result;
  for (const auto& [name, value] : bindings) {
    switch (value.kind) {
      case ASSAY_BOOL:
        result.emplace_back(name, value.integer != 0);
        break;
      case ASSAY_INTEGER:
        result.emplace_back(name, value.integer);
        break;
      case ASSAY_REAL:
        result.emplace_back(name, value.real);
        break;
      case ASSAY_TEXT:
        result.emplace_back(name, std::string(value.text));
        break;
    }
  }
  return result;
}

sdk::Value plugin_value(const Value& value) {
  return std::visit([](const auto& alternative) { return sdk::Value(alternative); }, value);
}

PluginBindings::PluginBindings(const Bindings& bindings) {
  values_.reserve(bindings.size());  // views point into values_
  for (const auto& [name, value] : bindings) {
    values_.push_back(plugin_value(value));
    views_.push_back({name.c_str(), values_.back().view()});
  }
}

}  // namespace assay
