// Checks kernels against their sources.
#include <fmt/format.h>

#include <algorithm>

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
      found.push_back({std::move(signature), kernel.sources[k].name});
    }
  }
  return found;
}

std::vector<std::string> functions_of(const std::vector<Located>& kernels) {
  std::vector<std::string> names;
  for (const Located& kernel : kernels) names.push_back(kernel.signature.function);
  return names;
}

// Whether a macro may define the kernel where reading does not see it: a macro that takes the name
// as an argument, or that pastes it together.
bool may_be_made_by_macro(const KernelDescription& kernel, const std::vector<SourceText>& texts) {
  return std::ranges::any_of(texts, [&](const SourceText& text) {
    return std::ranges::any_of(text.tokens,
                               [&](const auto& token) { return token.is(kernel.function.text); }) ||
           std::ranges::any_of(text.directives, [](const auto& directive) {
             return directive.text.find("##") != std::string::npos;
           });
  });
}

// The signature of the kernel's function; nullptr where a macro may hide it.
const Located* choose(KernelDescription& kernel, const std::vector<Located>& found,
                      const std::vector<SourceText>& texts) {
  if (kernel.function.text.empty()) {
    if (found.size() == 1) {
      kernel.function.text = found.front().signature.function;
      return &found.front();
    }
    throw error_at(
        kernel.function.place,
        found.empty()
            ? fmt::format("no kernel found in '{}' (macros may hide it): name it as 'function'",
                          kernel.source.text)
            : fmt::format("'{}' has several kernels: choose one of these as 'function': {}",
                          kernel.source.text, fmt::join(functions_of(found), ", ")));
  }
  for (const Located& each : found) {
    if (each.signature.function == kernel.function.text) return &each;
  }
  if (may_be_made_by_macro(kernel, texts)) return nullptr;
  throw error_at(
      kernel.function.place,
      fmt::format("'{}' has no kernel '{}'; {}", kernel.source.text, kernel.function.text,
                  did_you_mean(kernel.function.text, functions_of(found))));
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
      return fmt::format("array '{}'", argument.array);
    case KernelArgument::Kind::scalar:
      return fmt::format("a scalar of type {}", name_of(argument.element));
    case KernelArgument::Kind::local:
      break;
  }
  return "local memory";
}

bool same_kind(const KernelArgument& argument, const SignatureParameter& parameter) {
  switch (argument.kind) {
    case KernelArgument::Kind::array:
      return parameter.kind == SignatureParameter::Kind::array;
    case KernelArgument::Kind::scalar:
      return parameter.kind == SignatureParameter::Kind::scalar;
    case KernelArgument::Kind::local:
      break;
  }
  return parameter.kind == SignatureParameter::Kind::local;
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

// The element type of the argument; nothing for local memory, and for arrays of plugins' problems.
std::optional<assay_element> element_of(const KernelArgument& argument,
                                        const ArrayProblemDescription* problem) {
  if (argument.kind == KernelArgument::Kind::scalar) return argument.element;
  if (argument.kind == KernelArgument::Kind::local || problem == nullptr) return std::nullopt;
  return std::ranges::find(problem->arrays, argument.array, &ArrayDescription::name)->element;
}

// What the type read from the sources says against the argument: that a scenario cannot provide
// such a type at all, or that the argument has another one. "" if nothing.
std::string trouble_with(const KernelArgument& argument, const ArgumentType& type,
                         const ArrayProblemDescription* problem) {
  const auto given = element_of(argument, problem);
  if (argument.kind == KernelArgument::Kind::array) {
    return given ? why_not_array_of(type, *given) : "";
  }
  if (argument.kind == KernelArgument::Kind::local) return "";
  if (std::string why = why_not_by_value(type); !why.empty()) return why;
  if (type.kind != ArgumentType::Kind::number || type.element == *given) return "";
  return fmt::format("of {}, not {}: give it the type {}", type.name, described(argument),
                     name_of(type.element));
}

void require_argument(const KernelArgument& argument, const SignatureParameter& parameter,
                      const Located& found, const ArrayProblemDescription* problem,
                      const std::vector<SourceText>& texts) {
  const ArgumentType type = argument_type(parameter, texts);
  const bool by_value = parameter.kind == SignatureParameter::Kind::scalar;
  const std::string hopeless = by_value ? why_not_by_value(type) : "";
  if (hopeless.empty() && !same_kind(argument, parameter)) {
    throw error_at(
        argument.place,
        fmt::format("'{}' takes {} here ({}), not {}: {}", found.signature.function,
                    described(parameter), found.place(), described(argument), cure_for(parameter)));
  }
  const std::string trouble = hopeless.empty() ? trouble_with(argument, type, problem) : hopeless;
  if (trouble.empty()) return;
  const std::string given = by_value ? "" : fmt::format(", not {}", described(argument));
  throw error_at(argument.place,
                 fmt::format("'{}' takes {} here ({}){}: it is {}", found.signature.function,
                             described(parameter), found.place(), given, trouble));
}

void require_arguments(const KernelDescription& kernel, const Located& found,
                       const ArrayProblemDescription* problem,
                       const std::vector<SourceText>& texts) {
  if (!found.signature.doubt.empty()) return;  // the compiler and the launch will report mistakes
  std::vector<const KernelArgument*> given;
  for (const KernelArgument& argument : kernel.arguments) {
    // CUDA's dynamic shared memory is no parameter of the function.
    if (kernel.backend == ASSAY_CUDA && argument.kind == KernelArgument::Kind::local) continue;
    given.push_back(&argument);
  }
  const auto& parameters = found.signature.parameters;
  for (std::size_t k = 0; k < std::min(given.size(), parameters.size()); ++k) {
    require_argument(*given[k], parameters[k], found, problem, texts);
  }
  if (given.size() == parameters.size()) return;
  std::vector<std::string> names;
  for (const auto& parameter : parameters) names.push_back(described(parameter));
  throw error_at(given.size() > parameters.size() ? given[parameters.size()]->place : kernel.place,
                 fmt::format("'{}' takes {} arguments ({}), but {} are given: it takes {}",
                             found.signature.function, parameters.size(), found.place(),
                             given.size(), fmt::join(names, ", ")));
}

void attach(KernelDescription& kernel, const std::filesystem::path& folder,
            const ArrayProblemDescription* problem) {
  const auto file = std::filesystem::absolute(folder / kernel.source.text).lexically_normal();
  kernel.path = file.string();
  try {
    kernel.sources = collect_sources(file);
  } catch (const Error& error) {
    throw error_at(
        kernel.source.place,
        fmt::format("{}; paths of sources start from the scenario's folder", error.what()));
  }
  const auto texts = texts_of(kernel);
  const auto found = kernels_in(kernel, texts);
  const Located* own = choose(kernel, found, texts);
  require_unused_names(kernel, texts, own == nullptr ? nullptr : &own->signature);
  if (own == nullptr) return;
  if (own->signature.mangled && own->signature.doubt.empty()) {
    throw error_at(kernel.function.place,
                   fmt::format("'{}' ({}) is not extern \"C\", so CUDA gives it another name: "
                               "write extern \"C\" before __global__",
                               own->signature.function, own->place()));
  }
  require_arguments(kernel, *own, problem, texts);
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
