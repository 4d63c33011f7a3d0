#include "framework/kernel_file/array_use.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace assay {
namespace {

using Tokens = std::vector<SourceToken>;

// The position after the bracket that closes the one at `at`.
std::size_t behind_bracket(const Tokens& tokens, std::size_t at) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    if (tokens[at].is("[")) ++depth;
    if (tokens[at].is("]") && --depth == 0) return at + 1;
  }
  return at;
}

// The use of an element by the tokens after it: an assignment, an assignment that also reads, or a
// read.
ArrayUse use_before(const Tokens& tokens, std::size_t at) {
  // A member of a vector or a struct, and an element of that.
  while (token_is(tokens, at, ".") || token_is(tokens, at, "[")) {
    at = token_is(tokens, at, ".") ? at + 2 : behind_bracket(tokens, at);
  }
  if (token_is(tokens, at, "=")) {
    return token_is(tokens, at + 1, "=") ? ArrayUse{true, false} : ArrayUse{false, true};
  }
  constexpr std::array<std::string_view, 8> operators = {"+", "-", "*", "/", "|", "&", "^", "%"};
  for (const auto symbol : operators) {
    if (!token_is(tokens, at, symbol)) continue;
    const bool step = token_is(tokens, at + 1, symbol) && (symbol == "+" || symbol == "-");
    return {true, step || token_is(tokens, at + 1, "=")};
  }
  return {true, false};
}

// A call that a token is an argument of: the called function and the argument's number.
struct Call {
  std::string function;
  std::size_t argument = 0;
};

std::optional<Call> call_around(const Tokens& tokens, std::size_t at) {
  std::size_t argument = 0;
  int depth = 0;
  while (at-- > 0 && !tokens[at].is(";") && !tokens[at].is("{")) {
    if (tokens[at].is(")")) ++depth;
    if (tokens[at].is(",") && depth == 0) ++argument;
    if (tokens[at].is("(") && depth-- == 0) {
      const bool named = at > 0 && tokens[at - 1].kind == SourceToken::Kind::word;
      return named ? std::optional(Call{tokens[at - 1].spelling, argument}) : std::nullopt;
    }
  }
  return std::nullopt;
}

// Whether the tokens from `at` on, behind the opening bracket of a list of parameters, declare the
// one of that number as pointer to const; nothing if it is no pointer.
std::optional<bool> is_constant_parameter(const Tokens& tokens, std::size_t at,
                                          std::size_t number) {
  int depth = 0;
  bool constant = false;
  for (std::size_t k = 0; at < tokens.size(); ++at) {
    if (tokens[at].is("(") || tokens[at].is("[")) ++depth;
    const bool ends = tokens[at].is(")") && depth == 0;
    if (tokens[at].is(")") || tokens[at].is("]")) --depth;
    if (ends || (tokens[at].is(",") && depth == 0)) {
      if (k++ == number || ends) break;
      constant = false;
    } else if (tokens[at].is("const") || tokens[at].is("__constant")) {
      constant = true;
    } else if (tokens[at].is("*") && k == number) {
      return constant;  // a const behind the star is of the pointer
    }
  }
  return std::nullopt;
}

// Whether the source declares such a function, and only with a pointer to const for the argument.
bool takes_constant(const Tokens& tokens, const Call& call) {
  bool found = false;
  for (std::size_t at = 1; at + 1 < tokens.size(); ++at) {
    const bool declared =
        tokens[at].is(call.function) && tokens[at + 1].is("(") &&
        (tokens[at - 1].kind == SourceToken::Kind::word || tokens[at - 1].is("*"));
    if (!declared || tokens[at - 1].is("return")) continue;
    const auto constant = is_constant_parameter(tokens, at + 2, call.argument);
    if (constant == false) return false;
    found = found || constant == true;
  }
  return found;
}

// Whether the source defines such a macro in every case without an assignment, a step or an atomic.
bool is_reading_macro(const std::vector<SourceDirective>& directives, const std::string& name) {
  bool defined = false;
  for (const SourceDirective& directive : directives) {
    if (directive.text.empty()) continue;
    const auto tokens = tokenise(directive.text.substr(1)).tokens;
    if (tokens.size() < 3 || !tokens[0].is("define") || !tokens[1].is(name)) continue;
    defined = true;
    for (std::size_t at = 2; at < tokens.size(); ++at) {
      const bool step = token_is(tokens, at + 1, tokens[at].spelling) &&
                        (tokens[at].is("+") || tokens[at].is("-"));
      if (tokens[at].is("=") || step || tokens[at].spelling.find("tomic") != std::string::npos) {
        return false;
      }
    }
  }
  return defined;
}

ArrayUse use_by(const SourceText& source, const Call& call) {
  const std::string& name = call.function;
  if (name.starts_with("vstore")) return {false, true};
  if (name.starts_with("vload") || name.starts_with("__ld")) return {true, false};
  const bool only_read =
      is_reading_macro(source.directives, name) || takes_constant(source.tokens, call);
  return {true, !only_read};
}

ArrayUse use_at(const SourceText& source, std::size_t at) {
  const Tokens& tokens = source.tokens;
  if (token_is(tokens, at + 1, "[")) {
    const bool address = at > 0 && tokens[at - 1].is("&");
    if (!address) return use_before(tokens, behind_bracket(tokens, at + 1));
  } else if (at > 0 && tokens[at - 1].is("*")) {
    return use_before(tokens, at + 1);
  }
  const auto call = call_around(tokens, at);
  return call ? use_by(source, *call) : ArrayUse{true, true};
}

}  // namespace

ArrayUse use_of(const SourceText& source, const KernelSignature& kernel, const std::string& array) {
  ArrayUse all;
  for (std::size_t at = kernel.body; at < kernel.end; ++at) {
    const bool member = at > 0 && source.tokens[at - 1].is(".");
    if (!source.tokens[at].is(array) || member) continue;
    const ArrayUse use = use_at(source, at);
    all.read |= use.read;
    all.written |= use.written;
  }
  return all;
}

}  // namespace assay
