#include "framework/kernel_file/kernel_reading.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace assay {
namespace {

using Tokens = std::vector<SourceToken>;

bool is(const Tokens& tokens, std::size_t at, std::string_view spelling) {
  return at < tokens.size() && tokens[at].is(spelling);
}

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
  while (is(tokens, at, ".")) at += 2;  // a member of a vector
  if (is(tokens, at, "=")) {
    return is(tokens, at + 1, "=") ? ArrayUse{true, false} : ArrayUse{false, true};
  }
  constexpr std::array<std::string_view, 8> operators = {"+", "-", "*", "/", "|", "&", "^", "%"};
  for (const auto symbol : operators) {
    if (!is(tokens, at, symbol)) continue;
    const bool step = is(tokens, at + 1, symbol) && (symbol == "+" || symbol == "-");
    return {true, step || is(tokens, at + 1, "=")};
  }
  return {true, false};
}

// The function whose argument the token is; "" if it is not an argument.
std::string callee(const Tokens& tokens, std::size_t at) {
  int depth = 0;
  while (at-- > 0 && !tokens[at].is(";") && !tokens[at].is("{")) {
    if (tokens[at].is(")")) ++depth;
    if (tokens[at].is("(") && depth-- == 0) {
      return at > 0 && tokens[at - 1].kind == SourceToken::Kind::word ? tokens[at - 1].spelling
                                                                      : "";
    }
  }
  return "";
}

ArrayUse use_at(const Tokens& tokens, std::size_t at) {
  if (is(tokens, at + 1, "[")) {
    if (at > 0 && tokens[at - 1].is("&")) return {true, true};  // an address, of an atomic say
    return use_before(tokens, behind_bracket(tokens, at + 1));
  }
  if (callee(tokens, at).starts_with("vstore")) return {false, true};
  if (callee(tokens, at).starts_with("vload")) return {true, false};
  if (at > 0 && tokens[at - 1].is("*")) return use_before(tokens, at + 1);
  return {true, true};
}

}  // namespace

ArrayUse use_of(const SourceText& source, const KernelSignature& kernel, const std::string& array) {
  ArrayUse all;
  for (std::size_t at = kernel.body; at < kernel.end; ++at) {
    const bool member = at > 0 && source.tokens[at - 1].is(".");
    if (!source.tokens[at].is(array) || member) continue;
    const ArrayUse use = use_at(source.tokens, at);
    all.read |= use.read;
    all.written |= use.written;
  }
  return all;
}

std::size_t dimensions_of(const SourceText& source, const KernelSignature& kernel) {
  std::size_t dimensions = 1;
  const Tokens& tokens = source.tokens;
  for (std::size_t at = kernel.body; at < kernel.end; ++at) {
    const std::string& word = tokens[at].spelling;
    if (word == "get_global_id" || word == "get_local_id" || word == "get_group_id") {
      if (is(tokens, at + 2, "1")) dimensions = std::max<std::size_t>(dimensions, 2);
      if (is(tokens, at + 2, "2")) dimensions = 3;
    }
    if (word == "threadIdx" || word == "blockIdx") {
      if (is(tokens, at + 2, "y")) dimensions = std::max<std::size_t>(dimensions, 2);
      if (is(tokens, at + 2, "z")) dimensions = 3;
    }
  }
  return dimensions;
}

std::vector<std::string> demanded_group(const SourceText& source, const KernelSignature& kernel) {
  const Tokens& tokens = source.tokens;
  std::vector<std::string> sizes;
  for (std::size_t at = kernel.begin; at < kernel.body; ++at) {
    const bool opencl = tokens[at].is("reqd_work_group_size");
    if ((!opencl && !tokens[at].is("__launch_bounds__")) || !is(tokens, at + 1, "(")) continue;
    std::string size;
    int depth = 0;
    for (std::size_t k = at + 2; k < kernel.body; ++k) {
      if (tokens[k].is("(")) ++depth;
      const bool ends = depth == 0 && tokens[k].is(")");
      if (ends || (depth == 0 && tokens[k].is(","))) {
        sizes.push_back(size);
        size.clear();
        if (ends || !opencl) break;  // the second argument of __launch_bounds__ is no size
        continue;
      }
      if (tokens[k].is(")")) --depth;
      size += (size.empty() ? "" : " ") + tokens[k].spelling;
    }
    break;
  }
  while (sizes.size() > 1 && sizes.back() == "1") sizes.pop_back();
  return sizes;
}

bool has_loop(const SourceText& source, const KernelSignature& kernel) {
  const auto begin = source.tokens.begin();
  return std::any_of(begin + static_cast<std::ptrdiff_t>(kernel.body),
                     begin + static_cast<std::ptrdiff_t>(kernel.end),
                     [](const SourceToken& token) { return token.is("for") || token.is("while"); });
}

}  // namespace assay
