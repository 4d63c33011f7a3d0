// Device source as a sequence of words and symbols: enough to read a signature, but no compiler.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct SourceToken {
  enum class Kind { word, number, symbol, text };
  Kind kind = Kind::symbol;
  std::string spelling;  // of a symbol: one character
  std::size_t line = 0;  // from 1

  [[nodiscard]] bool is(std::string_view other) const { return spelling == other; }
};

// A preprocessor line with continuations joined and comments removed: "#define TILE 16".
struct SourceDirective {
  std::string text;
  std::size_t line = 0;
  std::size_t token = 0;  // number of tokens before it
};

struct SourceText {
  std::vector<SourceToken> tokens;
  std::vector<SourceDirective> directives;
};

// Splits any text into tokens; drops comments and white space.
[[nodiscard]] SourceText tokenise(std::string_view text);

// Whether there is a token at that position with that spelling.
[[nodiscard]] inline bool token_is(std::span<const SourceToken> tokens, std::size_t at,
                                   std::string_view spelling) {
  return at < tokens.size() && tokens[at].is(spelling);
}

}  // namespace assay
