#include "framework/core/expression/substitution.hpp"

#include <vector>

#include "framework/core/error.hpp"
#include "framework/core/expression/lexer.hpp"

namespace assay {

namespace {

// The names in an expression, in order; none if it cannot be split into tokens.
std::vector<ExpressionToken> names_in(const std::string& expression) {
  std::vector<ExpressionToken> names;
  try {
    ExpressionLexer lexer(expression);
    for (auto token = lexer.next(); token.kind != ExpressionToken::Kind::end;
         token = lexer.next()) {
      if (token.kind == ExpressionToken::Kind::name) names.push_back(token);
    }
  } catch (const Error&) {
    return {};
  }
  return names;
}

}  // namespace

std::string substituted(const std::string& expression, const NamedExpressions& named) {
  constexpr std::size_t longest = 1 << 20;
  std::string result;
  std::size_t copied = 0;
  for (const ExpressionToken& name : names_in(expression)) {
    const auto found = named.find(name.spelling);
    if (found == named.end()) continue;
    result += expression.substr(copied, name.place - copied) + "(" + found->second + ")";
    copied = name.place + name.spelling.size();
    if (result.size() > longest) {
      throw usage_error("'{}...' is longer than {} characters once its names are replaced",
                        expression.substr(0, 60), longest);
    }
  }
  return result + expression.substr(copied);
}

std::string expression_literal(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    const char* quote = text->find('\'') == std::string::npos ? "'" : "\"";
    return quote + *text + quote;
  }
  return to_string(value);
}

}  // namespace assay
