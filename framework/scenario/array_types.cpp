#include "framework/scenario/array_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/kernel_file/array_types.hpp"
#include "framework/kernel_file/conversion.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/scenario/array_problem.hpp"

namespace assay {
namespace {

// The text, if it names neither a parameter nor a type, with a cure.
void require_type(const KernelDescription& kernel, const PlacedText& type) {
  if (is_type_parameter(kernel, type.text) || element_named(type.text)) return;
  std::vector<std::string> known = element_names();
  for (const Parameter& parameter : kernel.parameters) known.push_back(parameter.name);
  const std::string nearest = nearest_name(type.text, known);
  throw error_at(
      type.place,
      fmt::format("'{}' is neither the type of an array's elements nor a parameter of the kernel; "
                  "{}",
                  type.text,
                  nearest.empty() ? "name a type, such as float, or a parameter whose values are "
                                    "types: parameters.real = [\"float\", \"double\"]"
                                  : fmt::format("did you mean '{}'?", nearest)));
}

// Checks that an array that has a type of its own in a kernel holds numbers.
void require_numbers(const ArrayDescription& array, const ArrayType& type) {
  if (array.members.empty()) return;
  throw error_at(
      type.type.place,
      fmt::format("'{}' is an array of structs, whose members have the same types in all "
                  "kernels: leave out types.{}, and give numbers that a kernel takes in "
                  "a type of its own an array of their own",
                  array.name, array.name));
}

void require_held(const ArrayDescription& array, const ArrayType& type, assay_element element) {
  if (array.element == element || holds_all(array.element, element)) return;
  const std::string own = name_of(array.element);
  throw error_at(type.type.place,
                 is_whole(array.element) || is_whole(element)
                     ? fmt::format("array '{}' is of {}, and kernels cannot take it as {}: only "
                                   "floating-point arrays may have another type in a kernel",
                                   array.name, own, name_of(element))
                     : fmt::format("array '{}' is of {}, which does not hold all numbers of {}: "
                                   "give the problem's array the type that holds those of all its "
                                   "kernels, such as double",
                                   array.name, own, name_of(element)));
}

// Checks that no image shows an array whose type is not the problem's: images have formats, which
// are fixed.
void require_no_images(const KernelDescription& kernel) {
  const auto has_own_type = [&](const std::string& name) {
    const auto scratch = std::ranges::find(kernel.scratch, name, &ArrayDescription::name);
    return std::ranges::find(kernel.types, name, &ArrayType::array) != kernel.types.end() ||
           (scratch != kernel.scratch.end() && !scratch->type.text.empty());
  };
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
    for (const KernelArgument& argument : launch.arguments) {
      if (!argument.view) continue;
      const auto own = std::ranges::find_if(argument.arrays, has_own_type);
      if (own == argument.arrays.end()) continue;
      throw error_at(argument.place,
                     fmt::format("'{}' has a type of its own in this kernel, and images show "
                                 "arrays in the problem's type alone: pass the array itself, or "
                                 "leave out its type",
                                 *own));
    }
  });
}

}  // namespace

void read_array_types(const TomlTable& kernel, KernelDescription& description) {
  const auto* types = kernel.table("types");
  if (types == nullptr) return;
  const TomlTable table(*types, "kernel.types", {});
  for (const auto& array : keys_as_written(*types)) {
    description.types.push_back({array, {table.required_text(array), table.place_of(array)}});
  }
}

bool is_type_parameter(const KernelDescription& kernel, const std::string& text) {
  // A parameter of such a name is refused elsewhere, for what the name is.
  if (element_named(text) || vector_named(text)) return false;
  const auto parameter = std::ranges::find(kernel.parameters, text, &Parameter::name);
  if (parameter == kernel.parameters.end()) return false;
  for (const Value& value : parameter->values) {
    static_cast<void>(read_element(to_string(value), kernel.place_of(parameter->name)));
  }
  return true;
}

void require_array_types(const KernelDescription& kernel, const ArrayProblemDescription* problem) {
  for (const ArrayType& type : kernel.types) {
    require_type(kernel, type.type);
    if (problem == nullptr) continue;
    const auto array = std::ranges::find(problem->arrays, type.array, &ArrayDescription::name);
    if (array == problem->arrays.end()) {
      const auto scratch = std::ranges::find(kernel.scratch, type.array, &ArrayDescription::name);
      const bool own = scratch != kernel.scratch.end();
      if (own) require_numbers(*scratch, type);
      std::vector<std::string> names;
      for (const ArrayDescription& each : problem->arrays) names.push_back(each.name);
      throw error_at(
          type.type.place,
          fmt::format("'{}' is not an array of the problem; {}", type.array,
                      own ? fmt::format("give it the type itself: scratch.{}.type = \"{}\"",
                                        type.array, type.type.text)
                          : did_you_mean(type.array, names)));
    }
    require_numbers(*array, type);
    for (const assay_element element : possible_elements(kernel, *array)) {
      require_held(*array, type, element);
    }
  }
  require_no_images(kernel);
}

void join_array_types(ArrayProblemDescription& problem,
                      const std::vector<KernelDescription>& kernels) {
  const bool typed = std::ranges::any_of(kernels, [&](const KernelDescription& kernel) {
    return kernel.problem == problem.name && has_types(kernel);
  });
  if (!typed) return;
  for (ArrayDescription& array : problem.arrays) array.tolerance_of_all = array.tolerance_given;
  for (const auto* work : {&problem.flops, &problem.bytes}) {
    if (!*work) continue;
    throw error_at((*work)->place,
                   "is the work of one type, but a kernel of this problem takes arrays in types of "
                   "its own, which may need less time than any of that type: leave out flops and "
                   "bytes, and show rates as [[derived]] quantities");
  }
}

Bindings with_precise_types(const KernelDescription& kernel, Bindings given) {
  const auto choose = [&](const std::string& name) {
    const auto parameter = std::ranges::find(kernel.parameters, name, &Parameter::name);
    if (parameter == kernel.parameters.end() || find(given, name) != nullptr) return;
    const auto precise =
        std::ranges::max_element(parameter->values, [](const Value& one, const Value& other) {
          const auto first = element_named(to_string(one));
          const auto second = element_named(to_string(other));
          return first && second && *first != *second && less_precise(*second, *first) == *first;
        });
    given.emplace_back(name, *precise);
  };
  for (const ArrayType& type : kernel.types) choose(type.type.text);
  for (const ArrayDescription& scratch : kernel.scratch) choose(scratch.type.text);
  return given;
}

}  // namespace assay
