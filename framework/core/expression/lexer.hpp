#pragma once

#include <cstddef>
#include <string_view>

namespace assay {

struct ExpressionToken {
  enum class Kind { end, number, text, name, symbol };
  Kind kind = Kind::end;
  std::string_view spelling;  // a text's is without its quotes
  std::size_t place = 0;
};

// Splits an expression into tokens, one at a time. Borrows the text.
class ExpressionLexer {
 public:
  explicit ExpressionLexer(std::string_view text) : text_(text) {}

  // The next token; at the end of the text, one of the kind `end`, as often as asked. Throws the
  // usage Error of expression_error for a character that no token begins with.
  ExpressionToken next();

 private:
  ExpressionToken token(ExpressionToken::Kind kind, std::size_t size);
  ExpressionToken number();
  ExpressionToken quoted(char quote);
  ExpressionToken symbol();

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace assay
