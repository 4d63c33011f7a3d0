#include "framework/kernel_file/record_members.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace assay {
namespace {

using TokenSpan = std::span<const SourceToken>;

// The tokens between a bracket "{" and its partner; nothing if it has none.
std::optional<TokenSpan> within_braces(TokenSpan tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    if (tokens[at].is("{")) ++depth;
    if (tokens[at].is("}") && --depth == 0) return tokens.subspan(open + 1, at - open - 1);
  }
  return std::nullopt;
}

// Whether a source places members by rules of its own from some line on.
bool packs_structs(const SourceText& source) {
  return std::ranges::any_of(source.directives, [](const SourceDirective& directive) {
    if (directive.text.empty()) return false;
    const auto words = tokenise(std::string_view(directive.text).substr(1)).tokens;
    return token_is(words, 0, "pragma") && token_is(words, 1, "pack");
  });
}

// The body of `struct TYPE {...}`, or of `typedef struct [TAG] {...} TYPE;`. That of
// `struct TYPE {...} __attribute__((packed))` says too little.
std::optional<TokenSpan> body_of(TokenSpan tokens, const std::string& type) {
  for (std::size_t at = 0; at + 2 < tokens.size(); ++at) {
    if (!tokens[at].is("struct")) continue;
    const bool has_tag = tokens[at + 1].kind == SourceToken::Kind::word;
    const std::size_t open = at + (has_tag ? 2 : 1);
    if (open >= tokens.size() || !tokens[open].is("{")) continue;
    const auto body = within_braces(tokens, open);
    if (!body) continue;
    const std::size_t behind = open + body->size() + 2;
    if (behind < tokens.size() && tokens[behind].is("__attribute__")) continue;
    if (has_tag && tokens[at + 1].is(type)) return body;
    const bool is_typedef = at > 0 && tokens[at - 1].is("typedef");
    if (is_typedef && behind < tokens.size() && tokens[behind].is(type)) return body;
  }
  return std::nullopt;
}

bool is_word(const SourceToken& token) { return token.kind == SourceToken::Kind::word; }

// The members of one declaration, "unsigned int a, b[3]"; nothing for any other form.
std::optional<std::vector<RecordMember>> members_of(TokenSpan declaration) {
  constexpr std::size_t most_elements = 1024;  // of an array
  std::size_t words = 0;
  while (words < declaration.size() && is_word(declaration[words])) ++words;
  if (words < 2) return std::nullopt;
  std::string type;
  for (const SourceToken& word : declaration.first(words - 1)) {
    if (word.is("const") || word.is("volatile")) continue;
    type += (type.empty() ? "" : " ") + word.spelling;
  }
  std::vector<RecordMember> members;
  for (std::size_t at = words - 1; at < declaration.size();) {
    if (!is_word(declaration[at])) return std::nullopt;
    const std::string name = declaration[at++].spelling;
    std::size_t count = 1;
    if (at + 2 < declaration.size() && declaration[at].is("[") && declaration[at + 2].is("]")) {
      const std::string& digits = declaration[at + 1].spelling;
      const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), count);
      const bool is_count = parsed.ec == std::errc{} && parsed.ptr == digits.data() + digits.size();
      if (!is_count || count == 0 || count > most_elements) return std::nullopt;
      at += 3;
    }
    members.insert(members.end(), count, {type, name});
    if (at == declaration.size()) return members;
    if (!declaration[at++].is(",")) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::vector<RecordMember> record_members(const std::string& type,
                                         std::span<const SourceText> sources) {
  const std::string tag = type.starts_with("struct ") ? type.substr(7) : type;
  for (const SourceText& source : sources) {
    auto rest = body_of(source.tokens, tag);
    if (!rest) continue;
    if (packs_structs(source)) return {};
    std::vector<RecordMember> members;
    while (!rest->empty()) {
      const auto end = std::ranges::find_if(*rest, [](const auto& token) { return token.is(";"); });
      const auto size = static_cast<std::size_t>(end - rest->begin());
      const auto declared = members_of(rest->first(size));
      if (!declared) return {};
      members.insert(members.end(), declared->begin(), declared->end());
      rest = rest->subspan(std::min(size + 1, rest->size()));
    }
    return members;
  }
  return {};
}

}  // namespace assay
