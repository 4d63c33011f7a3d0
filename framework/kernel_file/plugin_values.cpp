#include "framework/kernel_file/plugin_values.hpp"

namespace assay {
namespace {

assay_value view_of(const Value& value) {
  assay_value view{static_cast<assay_kind>(value.index()), 0, 0, nullptr};
  if (const auto* boolean = std::get_if<bool>(&value)) view.integer = *boolean ? 1 : 0;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) view.integer = *integer;
  if (const auto* real = std::get_if<double>(&value)) view.real = *real;
  if (const auto* text = std::get_if<std::string>(&value)) view.text = text->c_str();
  return view;
}

std::vector<sdk::Value> plugin_values(const std::vector<Value>& values) {
  std::vector<sdk::Value> result;
  for (const Value& value : values) result.push_back(plugin_value(value));
  return result;
}

}  // namespace

Value value_of(const assay_value& value) {
  switch (value.kind) {
    case ASSAY_BOOL:
      return value.integer != 0;
    case ASSAY_INTEGER:
      return value.integer;
    case ASSAY_REAL:
      return value.real;
    case ASSAY_TEXT:
      break;
  }
  return std::string(value.text);
}

Bindings bindings_of(std::span<const assay_binding> bindings) {
  Bindings result;
  for (const auto& [name, value] : bindings) result.emplace_back(name, value_of(value));
  return result;
}

sdk::Value plugin_value(const Value& value) {
  return std::visit([](const auto& alternative) { return sdk::Value(alternative); }, value);
}

sdk::Argument plugin_argument(const ArgumentDescription& argument) {
  sdk::Argument result{argument.name, argument.doc, plugin_value(argument.default_value),
                       plugin_values(argument.choices)};
  if (argument.domain) {
    result.domain = {argument.domain->lowest, argument.domain->highest,
                     argument.domain->values_only};
  }
  return result;
}

sdk::Parameter plugin_parameter(const Parameter& parameter) {
  return {parameter.name, parameter.doc, plugin_values(parameter.values),
          plugin_value(parameter.default_value), parameter.condition};
}

std::vector<sdk::Constraint> plugin_constraints(const std::vector<Constraint>& constraints) {
  std::vector<sdk::Constraint> result;
  for (const auto& [expression, reason] : constraints) result.push_back({expression, reason});
  return result;
}

BindingsView::BindingsView(const Bindings& bindings) {
  for (const auto& [name, value] : bindings) views_.push_back({name.c_str(), view_of(value)});
}

}  // namespace assay
