#include "framework/kernel_file/source_tokens.hpp"

#include <algorithm>
#include <cctype>

namespace assay {
namespace {

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class Tokeniser {
 public:
  explicit Tokeniser(std::string_view text) : text_(text) {}

  SourceText run() {
    while (at_ < text_.size()) step();
    return std::move(result_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void step() {
    if (skip_blank() || skip_comment()) return;
    const char c = peek();
    if (c == '#' && line_begins_) return directive();
    line_begins_ = false;
    if (starts_word(c)) return take(SourceToken::Kind::word, continues_word);
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      return take(SourceToken::Kind::number, [](char d) { return continues_word(d) || d == '.'; });
    }
    if (c == '"' || c == '\'') return literal(c);
    result_.tokens.push_back({SourceToken::Kind::symbol, std::string(1, c), line_});
    ++at_;
  }

  bool skip_blank() {
    const char c = peek();
    if (c == '\n') {
      ++line_;
      line_begins_ = true;
    } else if (c == '\\' && peek(1) == '\n') {
      ++line_;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      return false;
    }
    ++at_;
    return true;
  }

  bool skip_comment() {
    if (peek() != '/' || (peek(1) != '/' && peek(1) != '*')) return false;
    const bool block = peek(1) == '*';
    at_ += 2;
    while (at_ < text_.size()) {
      if (block && peek() == '*' && peek(1) == '/') {
        at_ += 2;
        return true;
      }
      if (peek() == '\n') {
        if (!block && text_[at_ - 1] != '\\') return true;  // the line break remains
        ++line_;
      }
      ++at_;
    }
    return true;
  }

  template <class Continues>
  void take(SourceToken::Kind kind, Continues continues) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && continues(text_[at_])) ++at_;
    result_.tokens.push_back({kind, std::string(text_.substr(begin, at_ - begin)), line_});
  }

  void literal(char quote) {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && peek() != quote && peek() != '\n') at_ += peek() == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
    result_.tokens.push_back(
        {SourceToken::Kind::text, std::string(text_.substr(begin, at_ - begin)), line_});
  }

  void directive() {
    SourceDirective found{"", line_, result_.tokens.size()};
    while (at_ < text_.size() && peek() != '\n') {
      if (peek() == '/' && (peek(1) == '/' || peek(1) == '*')) {
        static_cast<void>(skip_comment());
        found.text += ' ';
      } else if (peek() == '\\' && peek(1) == '\n') {
        ++line_;
        at_ += 2;
      } else {
        found.text += text_[at_++];
      }
    }
    result_.directives.push_back(std::move(found));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool line_begins_ = true;
  SourceText result_;
};

}  // namespace

SourceText tokenise(std::string_view text) { return Tokeniser(text).run(); }

}  // namespace assay
