#include "framework/core/expression/lexer.hpp"

#include <cctype>
#include <charconv>

#include "framework/core/expression/code.hpp"

namespace assay {
namespace {

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues_name(char c) { return starts_name(c) || is_digit(c) || c == '.'; }

}  // namespace

ExpressionToken ExpressionLexer::next() {
  while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  if (at_ == text_.size()) return {ExpressionToken::Kind::end, {}, at_};
  const char c = text_[at_];
  if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
    return number();
  }
  if (starts_name(c)) {
    std::size_t size = 1;
    while (at_ + size < text_.size() && continues_name(text_[at_ + size])) ++size;
    return token(ExpressionToken::Kind::name, size);
  }
  if (c == '\'' || c == '"') return quoted(c);
  return symbol();
}

ExpressionToken ExpressionLexer::token(ExpressionToken::Kind kind, std::size_t size) {
  const ExpressionToken result{kind, text_.substr(at_, size), at_};
  at_ += size;
  return result;
}

ExpressionToken ExpressionLexer::number() {
  double ignored = 0;
  const char* begin = text_.data() + at_;
  const char* end = std::from_chars(begin, text_.data() + text_.size(), ignored).ptr;
  const auto size = static_cast<std::size_t>(end - begin);
  if (at_ + size < text_.size() && continues_name(text_[at_ + size])) {
    throw expression_error(text_, at_ + size, "a number ends here, and no name may follow it");
  }
  return token(ExpressionToken::Kind::number, size);
}

ExpressionToken ExpressionLexer::quoted(char quote) {
  const std::size_t close = text_.find(quote, at_ + 1);
  if (close == std::string_view::npos) {
    throw expression_error(text_, at_, "this text has no closing quote");
  }
  const ExpressionToken result{ExpressionToken::Kind::text, text_.substr(at_ + 1, close - at_ - 1),
                               at_};
  at_ = close + 1;
  return result;
}

ExpressionToken ExpressionLexer::symbol() {
  for (const std::string_view two : {"//", "**", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||"}) {
    if (text_.substr(at_, 2) == two) return token(ExpressionToken::Kind::symbol, 2);
  }
  if (std::string_view("+-*/%<>!&|^()[]{},").find(text_[at_]) != std::string_view::npos) {
    return token(ExpressionToken::Kind::symbol, 1);
  }
  const bool assignment = text_[at_] == '=';
  throw expression_error(text_, at_,
                         assignment ? "'=' is not an operator; did you mean '=='?"
                                    : "this character is not expected here");
}

}  // namespace assay
