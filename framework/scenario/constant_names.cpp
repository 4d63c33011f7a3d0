#include "framework/scenario/constant_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/limits.hpp"
#include "framework/scenario/reserved_names.hpp"

namespace assay {
namespace {

// A constant that the preprocessor replaces wherever its name occurs.
struct Constant {
  std::string name;
  std::string place;
  const char* kind;
  bool is_text;  // a macro whose value is a name may occur where a number may not
};

// The value of a formula over names is known only when the kernel is built.
bool may_be_text(const Formula& formula) {
  std::vector<std::string> names;
  static_cast<void>(Expression::parse_collecting(formula.text, names));
  return !names.empty() || std::holds_alternative<std::string>(FormulaNames().value(formula));
}

std::vector<Constant> constants_of(const KernelDescription& kernel) {
  std::vector<Constant> constants;
  for (const Parameter& parameter : kernel.parameters) {
    if (is_named_by_limits(kernel, parameter.name)) continue;
    constants.push_back({parameter.name, kernel.place_of(parameter.name), "parameter",
                         std::holds_alternative<std::string>(parameter.default_value)});
  }
  for (const auto& [name, formula] : kernel.defines) {
    constants.push_back({name, formula.place, "define", may_be_text(formula)});
  }
  for_each_launch(kernel.steps, [&](const KernelLaunch& launch, const auto&, const auto&) {
    for (const auto& [name, formula] : launch.defines) {
      constants.push_back({name, formula.place, "define", may_be_text(formula)});
    }
  });
  return constants;
}

Error taken(const Constant& constant, const std::string& owner) {
  return error_at(constant.place, fmt::format("the {} '{}' becomes a macro of that name in the "
                                              "kernel, but that name is {}: choose another name",
                                              constant.kind, constant.name, owner));
}

bool is_type(const SourceToken& token) {
  const std::string& word = token.spelling;
  return element_named(word) || vector_named(word) || word == "void" || word == "signed" ||
         word == "auto";
}

// Whether a number in place of the token breaks the source: after a type comes a declared name,
// after a dot a member.
bool is_declared_or_member(const std::vector<SourceToken>& tokens, std::size_t at) {
  if (at == 0) return false;
  const bool arrow = at > 1 && tokens[at - 1].is(">") && tokens[at - 2].is("-");
  if (tokens[at - 1].is(".") || arrow) return true;
  std::size_t before = at - 1;
  while (before > 0 && tokens[before].is("*")) --before;
  return is_type(tokens[before]);
}

bool mentions(const std::vector<SourceDirective>& directives, const std::string& name) {
  return std::ranges::any_of(directives, [&](const SourceDirective& directive) {
    const SourceText line = tokenise(directive.text.substr(1));
    return std::ranges::any_of(line.tokens, [&](const auto& token) { return token.is(name); });
  });
}

// The line where a number in place of the name breaks the source; nothing if there is none or if
// preprocessor lines mention the name and may prevent it.
std::optional<std::size_t> broken_line(const SourceText& source, const std::string& name) {
  for (std::size_t at = 0; at < source.tokens.size(); ++at) {
    if (!source.tokens[at].is(name) || !is_declared_or_member(source.tokens, at)) continue;
    return mentions(source.directives, name) ? std::nullopt : std::optional(source.tokens[at].line);
  }
  return std::nullopt;
}

void require_unused_in(const KernelSignature& signature, const std::vector<Constant>& constants) {
  for (const Constant& constant : constants) {
    if (constant.name == signature.function) {
      throw taken(constant, "the name of the kernel's function");
    }
    const bool argument =
        std::ranges::find(signature.parameters, constant.name, &SignatureParameter::name) !=
        signature.parameters.end();
    if (argument) throw taken(constant, fmt::format("an argument of '{}'", signature.function));
  }
}

}  // namespace

void require_free_names(const KernelDescription& kernel) {
  for (const auto& [name, formula] : kernel.defines) {
    if (std::ranges::find(kernel.parameters, name, &Parameter::name) == kernel.parameters.end()) {
      continue;
    }
    throw error_at(formula.place, fmt::format("'{}' is also a parameter ({}): rename one of them",
                                              name, kernel.place_of(name)));
  }
  for (const Constant& constant : constants_of(kernel)) {
    const std::string owner = owner_of_name(constant.name, kernel.backend);
    if (!owner.empty()) throw taken(constant, owner);
  }
  for (const Parameter& parameter : kernel.parameters) {
    const std::string owner = owner_in_expressions(parameter.name);
    if (owner.empty()) continue;
    throw error_at(kernel.place_of(parameter.name),
                   fmt::format("the parameter '{}' cannot be used in constraints, where its name "
                               "is {}: choose another name",
                               parameter.name, owner));
  }
}

void require_unused_names(const KernelDescription& kernel, std::span<const SourceText> texts,
                          const KernelSignature* signature) {
  const std::vector<Constant> constants = constants_of(kernel);
  if (signature != nullptr && signature->doubt.empty()) require_unused_in(*signature, constants);
  for (const Constant& constant : constants) {
    for (std::size_t k = 0; k < texts.size() && !constant.is_text; ++k) {
      const auto line = broken_line(texts[k], constant.name);
      if (!line) continue;
      throw taken(constant,
                  fmt::format("a variable or member there ({}:{})", kernel.sources[k].name, *line));
    }
  }
}

void require_argument_name(const std::string& name, const std::string& place) {
  const std::string owner = owner_in_expressions(name);
  if (owner.empty()) return;
  throw error_at(place, fmt::format("the argument '{}' cannot be used in expressions, where its "
                                    "name is {}: choose another name",
                                    name, owner));
}

}  // namespace assay
