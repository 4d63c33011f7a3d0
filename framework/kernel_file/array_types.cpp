#include "framework/kernel_file/array_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "framework/kernel_file/conversion.hpp"
#include "framework/kernel_file/element.hpp"

namespace assay {
namespace {

// The types that a text may stand for in a kernel's configurations.
std::vector<assay_element> elements_of(const KernelDescription& kernel, const PlacedText& type) {
  const auto parameter = std::ranges::find(kernel.parameters, type.text, &Parameter::name);
  if (parameter == kernel.parameters.end()) return {element_of(type, {})};
  std::vector<assay_element> elements;
  for (const Value& value : parameter->values) {
    elements.push_back(element_of({to_string(value), type.place}, {}));
  }
  return elements;
}

}  // namespace

bool has_types(const KernelDescription& kernel) {
  return !kernel.types.empty() ||
         std::ranges::any_of(kernel.scratch, [](const ArrayDescription& scratch) {
           return !scratch.type.text.empty();
         });
}

assay_element element_of(const PlacedText& type, const FormulaNames& names) {
  const Value* value = names.find(type.text);
  const std::string name = value == nullptr ? type.text : to_string(*value);
  if (const auto element = element_named(name)) return *element;
  throw error_at(type.place, fmt::format("'{}' is not the type of an array's elements", name));
}

assay_element scratch_element(const ArrayDescription& scratch, const FormulaNames& names) {
  return scratch.type.text.empty() ? scratch.element : element_of(scratch.type, names);
}

assay_element part_element(const ValuePart& part, const FormulaNames& names) {
  return part.type.text.empty() ? part.element : element_of(part.type, names);
}

void set_types(const KernelDescription& kernel, const FormulaNames& names,
               std::span<const assay_tensor> inputs, std::span<const assay_tensor> outputs,
               sdk::TensorTypes& types) {
  const auto set = [&](assay_element& own, assay_element element) {
    // An array that stays as it is says nothing about the precision of the work.
    if (own != element) types.precision = less_precise(types.precision, element);
    own = element;
  };
  for (const ArrayType& each : kernel.types) {
    const assay_element element = element_of(each.type, names);
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const std::string name = inputs[k].name;
      if (name == each.array || name == each.array + ".initial") set(types.inputs[k], element);
    }
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      if (outputs[k].name == each.array) set(types.outputs[k], element);
    }
  }
  for (const ArrayDescription& scratch : kernel.scratch) {
    if (scratch.type.text.empty()) continue;
    types.precision = less_precise(types.precision, scratch_element(scratch, names));
  }
}

std::vector<assay_element> possible_elements(const KernelDescription& kernel,
                                             const ArrayDescription& array) {
  if (!array.type.text.empty()) return elements_of(kernel, array.type);
  const auto typed = std::ranges::find(kernel.types, array.name, &ArrayType::array);
  if (typed == kernel.types.end()) return {array.element};
  return elements_of(kernel, typed->type);
}

std::vector<assay_element> possible_elements(const KernelDescription& kernel,
                                             const ValuePart& part) {
  if (part.type.text.empty()) return {part.element};
  return elements_of(kernel, part.type);
}

}  // namespace assay
