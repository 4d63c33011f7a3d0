#include "framework/scenario/launch_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/kernel_file/argument_type.hpp"
#include "framework/kernel_file/array_types.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/formula.hpp"

namespace assay {
namespace {

std::string described(const SignatureParameter& parameter) {
  const char* star = parameter.kind == SignatureParameter::Kind::scalar ? "" : "*";
  return fmt::format("'{}{}{} {}'",
                     parameter.kind == SignatureParameter::Kind::local ? "__local " : "",
                     parameter.type, star, parameter.name);
}

std::string described(const KernelArgument& argument) {
  switch (argument.kind) {
    case KernelArgument::Kind::array:
      return fmt::format("array '{}'", argument.arrays.front());
    case KernelArgument::Kind::value:
      if (argument.is_struct) return "a struct";
      return fmt::format("a {} of type {}",
                         argument.parts.front().numbers.size() == 1 ? "scalar" : "vector",
                         name_of(argument.parts.front().element));
    case KernelArgument::Kind::image:
      return fmt::format("an image of '{}'", argument.arrays.front());
    case KernelArgument::Kind::texture:
      return fmt::format("a texture of '{}'", argument.arrays.front());
    case KernelArgument::Kind::surface:
      return fmt::format("a surface of '{}'", argument.arrays.front());
    case KernelArgument::Kind::sampler:
      return "a sampler";
    case KernelArgument::Kind::local:
      break;
  }
  return "local memory";
}

bool same_kind(const KernelArgument& argument, const SignatureParameter& parameter) {
  switch (argument.kind) {
    case KernelArgument::Kind::array:
      return parameter.kind == SignatureParameter::Kind::array;
    case KernelArgument::Kind::value:
      return parameter.kind == SignatureParameter::Kind::scalar;
    case KernelArgument::Kind::local:
      return parameter.kind == SignatureParameter::Kind::local;
    default:
      break;
  }
  return false;
}

std::string cure_for(const SignatureParameter& parameter) {
  switch (parameter.kind) {
    case SignatureParameter::Kind::array:
      return "name an array";
    case SignatureParameter::Kind::local:
      return "write { local = BYTES }";
    case SignatureParameter::Kind::scalar:
      break;
  }
  return fmt::format("write {{ {} = VALUE }}", parameter.element ? parameter.type : "int");
}

// The text of a struct's members as a scenario gives them.
std::string members_text(const ArgumentType& type) {
  std::vector<std::string> members;
  for (const ArgumentType& member : type.members) {
    members.push_back(fmt::format("{{ {} = VALUE }}", type_text(member)));
  }
  return fmt::format("{}", fmt::join(members, ", "));
}

// Why a struct's members are not those that are given; "" if they are, or are not known.
std::string trouble_with_members(const KernelArgument& argument, const ArgumentType& type) {
  if (type.members.empty()) return "";
  const bool same = std::ranges::equal(
      argument.parts, type.members, [](const ValuePart& part, const ArgumentType& member) {
        return same_bits(part.element, member.element) && part.numbers.size() == member.width;
      });
  if (same) return "";
  return fmt::format("{} by value: its members are [{}]", type.name, members_text(type));
}

// Why the function does not take a value: it has another type or width; "" if it does.
std::string trouble_with_value(const KernelArgument& argument, const ArgumentType& type) {
  if (std::string why = why_not_by_value(type); !why.empty()) return why;
  if (type.kind == ArgumentType::Kind::record && !argument.is_struct) {
    return fmt::format(
        "{} by value, not {}: write {{ struct = [...] }} with its members in order, "
        "each with its type, such as {{ int = VALUE }}",
        type.name, described(argument));
  }
  if (type.kind == ArgumentType::Kind::record) return trouble_with_members(argument, type);
  if (type.kind != ArgumentType::Kind::number) return "";
  const ValuePart& part = argument.parts.front();
  if (!argument.is_struct && same_bits(type.element, part.element) &&
      type.width == part.numbers.size())
    return "";
  return fmt::format("of {}, not {}: give it the type {}", type.name, described(argument),
                     type_text(type));
}

// As trouble_with_value, in any of the types that the value's parts may have.
std::string trouble_with_values(const KernelDescription& kernel, const KernelArgument& argument,
                                const ArgumentType& type) {
  KernelArgument each = argument;
  std::string trouble;
  for (ValuePart& part : each.parts) {
    for (const assay_element element : possible_elements(kernel, part)) {
      part.element = element;
      if (trouble.empty()) trouble = trouble_with_value(each, type);
    }
  }
  return trouble;
}

// What the type says against an array, in any of the types that it may have; nothing is known of
// arrays of plugins' problems.
std::string trouble_with_arrays(const KernelDescription& kernel, const KernelArgument& argument,
                                const ArgumentType& type, const CheckedLaunch& checked) {
  for (const std::string& name : argument.arrays) {
    const auto array = std::ranges::find(checked.arrays, name, &ArrayDescription::name);
    if (array == checked.arrays.end()) continue;
    if (!array->members.empty()) {
      std::string why = why_not_structs_of(type, *array, checked.backend);
      if (!why.empty()) return why;
      continue;
    }
    for (const assay_element element : possible_elements(kernel, *array)) {
      if (std::string why = why_not_array_of(type, element); !why.empty()) return why;
    }
  }
  return "";
}

// The kind of argument that such a type takes, and how a scenario writes it.
std::pair<KernelArgument::Kind, std::string> taken_by(const ArgumentType& type) {
  switch (type.kind) {
    case ArgumentType::Kind::image:
      return {KernelArgument::Kind::image,
              fmt::format("{{ image = \"ARRAY\"{}{} }}", type.layered ? ", layered = true" : "",
                          type.linear ? ", linear = true" : "")};
    case ArgumentType::Kind::texture:
      return {KernelArgument::Kind::texture, "{ texture = \"ARRAY\", filter = \"nearest\" }"};
    case ArgumentType::Kind::surface:
      return {KernelArgument::Kind::surface, "{ surface = \"ARRAY\" }"};
    default:
      return {KernelArgument::Kind::sampler,
              "{ sampler = { filter = \"nearest\", address = \"edge\" } }"};
  }
}

// What an image's type says against the way an argument shows its arrays; "" if nothing, or if the
// extents of the arrays are not known.
std::string trouble_with_view(const KernelArgument& argument, const ArgumentType& type,
                              const std::vector<ArrayDescription>& arrays) {
  const ImageView& view = *argument.view;
  if (view.layered != type.layered) {
    return fmt::format("{} layers: {} layered = true", type.layered ? "with" : "without",
                       type.layered ? "add" : "leave out");
  }
  if (view.linear != type.linear) {
    return fmt::format("{}: {} linear = true", type.linear ? "a row in a buffer" : "not linear",
                       type.linear ? "add" : "leave out");
  }
  const std::size_t beside = (view.channels > 0 ? 1U : 0U) + (view.layered ? 1U : 0U);
  for (const std::string& name : argument.arrays) {
    const auto array = std::ranges::find(arrays, name, &ArrayDescription::name);
    if (array == arrays.end() || array->shape.empty()) continue;
    const std::size_t extents = array->shape.size() - std::min(array->shape.size(), beside);
    if (extents == type.width) continue;
    return fmt::format("of {} dimension{}, but the shape of '{}' has {}{}{}", type.width,
                       type.width == 1 ? "" : "s", name, extents, beside > 0 ? " of those" : "",
                       extents == type.width + 1
                           ? ": for pixels of several channels give the array a vector's "
                             "type, such as float4, or the image channels = 4"
                           : "");
  }
  return "";
}

// Whether the kernel calls a function with a parameter as its first argument.
bool calls_with(const SourceText& text, const KernelSignature& signature, const char* function,
                const std::string& parameter) {
  for (std::size_t at = signature.body; at < signature.end; ++at) {
    if (!text.tokens[at].is(function)) continue;
    while (at < signature.end && !text.tokens[at].is("(")) ++at;
    if (at + 1 < signature.end && text.tokens[at + 1].is(parameter)) return true;
  }
  return false;
}

std::string trouble_with_texture(const CheckedLaunch& checked, const KernelArgument& argument,
                                 const SignatureParameter& parameter) {
  const bool fetched =
      calls_with(checked.text, checked.found.signature, "tex1Dfetch", parameter.name);
  if (fetched && !argument.view->linear) {
    return "read by tex1Dfetch, from linear memory: add linear = true";
  }
  return "";
}

// Checks an argument where either it or the parameter is an image or the like.
void require_image(const CheckedLaunch& checked, const KernelArgument& argument,
                   const SignatureParameter& parameter, const ArgumentType& type) {
  const auto refuse = [&](const std::string& why) {
    return error_at(argument.place,
                    fmt::format("'{}' takes {} here ({}){}", checked.found.signature.function,
                                described(parameter), checked.found.place(), why));
  };
  if (!is_image_like(type)) {
    const bool is_object = type.kind == ArgumentType::Kind::number && type.element == ASSAY_U64 &&
                           parameter.kind == SignatureParameter::Kind::scalar;
    if (type.kind == ArgumentType::Kind::unknown || is_object) return;
    throw refuse(fmt::format(", not {}: {}", described(argument), cure_for(parameter)));
  }
  const auto [kind, cure] = taken_by(type);
  if (argument.kind != kind) {
    throw refuse(fmt::format(", not {}: write {}", described(argument), cure));
  }
  std::string trouble;
  if (kind == KernelArgument::Kind::image) {
    trouble = trouble_with_view(argument, type, checked.arrays);
  } else if (kind == KernelArgument::Kind::texture) {
    trouble = trouble_with_texture(checked, argument, parameter);
  }
  if (!trouble.empty()) throw refuse(fmt::format(": it is {}", trouble));
}

void require_argument(const KernelDescription& kernel, const CheckedLaunch& checked,
                      const KernelArgument& argument, const SignatureParameter& parameter) {
  const Located& found = checked.found;
  const ArgumentType type = argument_type(parameter, checked.texts);
  const bool shown = argument.view.has_value() || argument.kind == KernelArgument::Kind::sampler;
  if (shown || is_image_like(type)) return require_image(checked, argument, parameter, type);
  const bool by_value = parameter.kind == SignatureParameter::Kind::scalar;
  const std::string hopeless = by_value ? why_not_by_value(type) : "";
  if (hopeless.empty() && !same_kind(argument, parameter)) {
    throw error_at(
        argument.place,
        fmt::format("'{}' takes {} here ({}), not {}: {}", found.signature.function,
                    described(parameter), found.place(), described(argument), cure_for(parameter)));
  }
  std::string trouble = hopeless;
  if (argument.kind == KernelArgument::Kind::array && trouble.empty()) {
    trouble = trouble_with_arrays(kernel, argument, type, checked);
  } else if (argument.kind == KernelArgument::Kind::value && trouble.empty()) {
    trouble = trouble_with_values(kernel, argument, type);
  }
  if (trouble.empty()) return;
  const std::string given = by_value ? "" : fmt::format(", not {}", described(argument));
  throw error_at(argument.place,
                 fmt::format("'{}' takes {} here ({}){}: it is {}", found.signature.function,
                             described(parameter), found.place(), given, trouble));
}

}  // namespace

void require_arguments(const KernelDescription& kernel, const CheckedLaunch& checked) {
  const KernelSignature& signature = checked.found.signature;
  if (!signature.doubt.empty()) return;
  std::vector<const KernelArgument*> given;
  for (const KernelArgument& argument : checked.launch.arguments) {
    // CUDA's dynamic shared memory is no parameter of the function.
    if (kernel.backend == ASSAY_CUDA && argument.kind == KernelArgument::Kind::local) continue;
    given.push_back(&argument);
  }
  const auto& parameters = signature.parameters;
  for (std::size_t k = 0; k < std::min(given.size(), parameters.size()); ++k) {
    require_argument(kernel, checked, *given[k], parameters[k]);
  }
  if (given.size() == parameters.size()) return;
  std::vector<std::string> names;
  for (const auto& parameter : parameters) names.push_back(described(parameter));
  throw error_at(
      given.size() > parameters.size() ? given[parameters.size()]->place : checked.launch.place,
      fmt::format("'{}' takes {} arguments ({}), but {} are given: it takes {}", signature.function,
                  parameters.size(), checked.found.place(), given.size(), fmt::join(names, ", ")));
}

}  // namespace assay
