// Checks kernels against their sources.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/kernel_file/argument_type.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/signature.hpp"
#include "framework/kernel_file/sources.hpp"
#include "framework/scenario/constant_names.hpp"
#include "framework/scenario/kernels.hpp"

namespace assay {
namespace {

// A signature and the file that contains it.
struct Located {
  KernelSignature signature;
  std::string file;
  std::size_t text = 0;  // number of the file among the kernel's
  [[nodiscard]] std::string place() const { return fmt::format("{}:{}", file, signature.line); }
};

std::vector<SourceText> texts_of(const KernelDescription& kernel) {
  std::vector<SourceText> texts;
  for (const SourceFile& source : kernel.sources) texts.push_back(tokenise(source.text));
  return texts;
}

std::vector<Located> kernels_in(const KernelDescription& kernel,
                                const std::vector<SourceText>& texts) {
  std::vector<Located> found;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    for (auto& signature : read_signatures(texts[k], kernel.backend)) {
      found.push_back({std::move(signature), kernel.sources[k].name, k});
    }
  }
  return found;
}

std::vector<std::string> functions_of(const std::vector<Located>& kernels) {
  std::vector<std::string> names;
  for (const Located& kernel : kernels) names.push_back(kernel.signature.function);
  return names;
}

// Whether a macro may define the function where reading does not see it: a macro that takes the
// name as an argument, or that pastes it together.
bool may_be_made_by_macro(const std::string& function, const std::vector<SourceText>& texts) {
  return std::ranges::any_of(texts, [&](const SourceText& text) {
    return std::ranges::any_of(text.tokens,
                               [&](const auto& token) { return token.is(function); }) ||
           std::ranges::any_of(text.directives, [](const auto& directive) {
             return directive.text.find("##") != std::string::npos;
           });
  });
}

// The signature of the launch's function; nullptr where a macro may hide it.
const Located* choose(KernelLaunch& launch, const KernelDescription& kernel,
                      const std::vector<Located>& found, const std::vector<SourceText>& texts) {
  if (launch.function.text.empty()) {
    if (found.size() == 1) {
      launch.function.text = found.front().signature.function;
      return &found.front();
    }
    throw error_at(
        launch.function.place,
        found.empty()
            ? fmt::format("no kernel found in '{}' (macros may hide it): name it as 'function'",
                          kernel.source.text)
            : fmt::format("'{}' has several kernels: choose one of these as 'function': {}",
                          kernel.source.text, fmt::join(functions_of(found), ", ")));
  }
  const std::string name = base_name(launch.function.text);
  for (const Located& each : found) {
    if (each.signature.function == name) return &each;
  }
  if (may_be_made_by_macro(name, texts)) return nullptr;
  throw error_at(launch.function.place,
                 fmt::format("'{}' has no kernel '{}'; {}", kernel.source.text, name,
                             did_you_mean(name, functions_of(found))));
}

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

// What the members of a struct say against those that are given; "" if they are not known.
std::string trouble_with_members(const KernelArgument& argument, const ArgumentType& type) {
  if (type.members.empty()) return "";
  const bool same = std::ranges::equal(
      argument.parts, type.members, [](const ValuePart& part, const ArgumentType& member) {
        return same_bits(part.element, member.element) && part.numbers.size() == member.width;
      });
  if (same) return "";
  return fmt::format("{} by value: its members are [{}]", type.name, members_text(type));
}

// What the type read from the sources says against a value: that it has another type or width.
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

// What the type says against an array; nothing is known of arrays of plugins' problems.
std::string trouble_with_arrays(const KernelArgument& argument, const ArgumentType& type,
                                const std::vector<ArrayDescription>& arrays) {
  for (const std::string& name : argument.arrays) {
    const auto array = std::ranges::find(arrays, name, &ArrayDescription::name);
    if (array == arrays.end()) continue;
    if (std::string why = why_not_array_of(type, array->element); !why.empty()) return why;
  }
  return "";
}

// A launch and what its arguments are checked against.
struct Checked {
  const KernelLaunch& launch;
  const Located& found;
  const std::vector<ArrayDescription>& arrays;  // of the problem and of the kernel
  const std::vector<SourceText>& texts;
  const SourceText& text;  // of the launch's function
};

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

std::string trouble_with_texture(const Checked& checked, const KernelArgument& argument,
                                 const SignatureParameter& parameter) {
  const bool fetched =
      calls_with(checked.text, checked.found.signature, "tex1Dfetch", parameter.name);
  if (fetched && !argument.view->linear) {
    return "read by tex1Dfetch, from linear memory: add linear = true";
  }
  return "";
}

// Checks an argument where either it or the parameter is an image or the like.
void require_image(const Checked& checked, const KernelArgument& argument,
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

void require_argument(const Checked& checked, const KernelArgument& argument,
                      const SignatureParameter& parameter) {
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
    trouble = trouble_with_arrays(argument, type, checked.arrays);
  } else if (argument.kind == KernelArgument::Kind::value && trouble.empty()) {
    trouble = trouble_with_value(argument, type);
  }
  if (trouble.empty()) return;
  const std::string given = by_value ? "" : fmt::format(", not {}", described(argument));
  throw error_at(argument.place,
                 fmt::format("'{}' takes {} here ({}){}: it is {}", found.signature.function,
                             described(parameter), found.place(), given, trouble));
}

void require_arguments(const KernelDescription& kernel, const Checked& checked) {
  const KernelSignature& signature = checked.found.signature;
  if (!signature.doubt.empty()) return;  // the compiler and the launch will report mistakes
  std::vector<const KernelArgument*> given;
  for (const KernelArgument& argument : checked.launch.arguments) {
    // CUDA's dynamic shared memory is no parameter of the function.
    if (kernel.backend == ASSAY_CUDA && argument.kind == KernelArgument::Kind::local) continue;
    given.push_back(&argument);
  }
  const auto& parameters = signature.parameters;
  for (std::size_t k = 0; k < std::min(given.size(), parameters.size()); ++k) {
    require_argument(checked, *given[k], parameters[k]);
  }
  if (given.size() == parameters.size()) return;
  std::vector<std::string> names;
  for (const auto& parameter : parameters) names.push_back(described(parameter));
  throw error_at(
      given.size() > parameters.size() ? given[parameters.size()]->place : checked.launch.place,
      fmt::format("'{}' takes {} arguments ({}), but {} are given: it takes {}", signature.function,
                  parameters.size(), checked.found.place(), given.size(), fmt::join(names, ", ")));
}

// A function without extern "C" is found by an expression, and so is an instance of a template,
// which needs the template's arguments.
void note_mangling(KernelLaunch& launch, const Located* found) {
  const std::string& text = launch.function.text;
  const bool is_expression = text.find_first_of("<:") != std::string::npos;
  // An expression finds a function that is extern "C", too.
  launch.by_expression = is_expression || found == nullptr || found->signature.mangled;
  if (found == nullptr || !found->signature.is_template || text.find('<') != std::string::npos) {
    return;
  }
  throw error_at(
      launch.function.place,
      fmt::format("'{}' ({}) is a template: write its arguments, too, such as \"{}<float, "
                  "tile>\"",
                  text, found->place(), text));
}

// Whether the file is PTX or a CUBIN, which other compilers made.
bool is_image(const std::filesystem::path& file) {
  return file.extension() == ".ptx" || file.extension() == ".cubin";
}

// Reads the kernel's files, unless its source is generated.
void read_files(KernelDescription& kernel, const std::filesystem::path& folder) {
  const auto found = [&](const PlacedText& name) {
    return std::filesystem::absolute(folder / name.text).lexically_normal();
  };
  if (!kernel.generator.text.empty()) {
    kernel.path = found({".", ""}).string();
    return;
  }
  const auto file = found(kernel.source);
  kernel.path = file.string();
  try {
    if (is_image(file)) {
      kernel.image = read_image(file);
      return;
    }
    std::vector<std::filesystem::path> files = {file};
    std::vector<std::filesystem::path> folders;
    for (const PlacedText& each : kernel.more_sources) files.push_back(found(each));
    for (const PlacedText& each : kernel.include_folders) folders.push_back(found(each));
    std::vector<std::filesystem::path> linked;
    for (const PlacedText& each : kernel.linked) {
      linked.push_back(found(each));
      if (std::ranges::find(files, linked.back()) == files.end()) continue;
      throw error_at(each.place, fmt::format("'{}' is named as 'source', too", each.text));
    }
    kernel.sources = collect_sources(files, folders, linked);
  } catch (const Error& error) {
    throw error_at(
        kernel.source.place,
        fmt::format("{}; paths of sources start from the scenario's folder", error.what()));
  }
}

void require_function(const KernelLaunch& launch) {
  if (!launch.function.text.empty()) return;
  throw error_at(
      launch.function.place,
      "the function is missing: name it as 'function', since no source can be read for it");
}

// Checks that a kernel that C++ renames is not in a linked file, where nothing finds its name.
void require_findable(const KernelDescription& kernel, const KernelLaunch& launch,
                      const Located& found) {
  const auto linked = std::span(kernel.sources).subspan(1, kernel.linked.size());
  const bool is_linked =
      std::ranges::any_of(linked, [&](const SourceFile& file) { return file.name == found.file; });
  if (!is_linked || !launch.by_expression) return;
  throw error_at(launch.function.place,
                 fmt::format("'{}' ({}) is in a linked file, where C++ gives it another name: "
                             "declare it extern \"C\", or name its file as 'source'",
                             launch.function.text, found.place()));
}

void attach(KernelDescription& kernel, const std::filesystem::path& folder,
            const ArrayProblemDescription* problem) {
  read_files(kernel, folder);
  // The compiler alone reads code of the host, and nobody what is not there yet.
  if (kernel.backend == ASSAY_CPU || kernel.sources.empty()) {
    for_each_launch(kernel.steps, [&](KernelLaunch& launch, const auto&, const auto&) {
      require_function(launch);
      note_mangling(launch, nullptr);
      if (!kernel.image.empty()) launch.by_expression = false;
    });
    return;
  }
  const auto texts = texts_of(kernel);
  const auto found = kernels_in(kernel, texts);
  auto arrays = kernel.scratch;
  if (problem != nullptr) {
    arrays.insert(arrays.end(), problem->arrays.begin(), problem->arrays.end());
  }
  for_each_launch(kernel.steps, [&](KernelLaunch& launch, const auto&, const auto&) {
    const Located* own = choose(launch, kernel, found, texts);
    require_unused_names(kernel, texts, own == nullptr ? nullptr : &own->signature);
    if (kernel.backend == ASSAY_CUDA) note_mangling(launch, own);
    if (own == nullptr) return;
    if (kernel.backend == ASSAY_CUDA) require_findable(kernel, launch, *own);
    require_arguments(kernel, {launch, *own, arrays, texts, texts[own->text]});
  });
}

}  // namespace

void attach_sources(KernelFiles& files, const std::filesystem::path& folder) {
  for (KernelDescription& kernel : files.kernels) {
    const auto problem =
        std::ranges::find(files.problems, kernel.problem, &ArrayProblemDescription::name);
    attach(kernel, folder, problem == files.problems.end() ? nullptr : &*problem);
  }
  for (ArrayProblemDescription& problem : files.problems) {
    auto& reference = problem.reference.kernel;
    if (!reference) continue;
    reference = *std::ranges::find_if(files.kernels, [&](const KernelDescription& kernel) {
      return kernel.name == reference->name && kernel.problem == problem.name;
    });
  }
}

}  // namespace assay
