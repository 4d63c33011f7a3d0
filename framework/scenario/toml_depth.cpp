#include "framework/scenario/toml_depth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "framework/core/error.hpp"

namespace assay {
namespace {

constexpr int most_parts = 32;     // of a key
constexpr int most_brackets = 32;  // open at once

// Walks over the text as the outermost layer of the grammar sees it: comments, the four kinds of
// texts, and the symbols between them. Invalid TOML needs no care, because the parser rejects it.
class DepthReader {
 public:
  DepthReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void run() {
    while (at_ < text_.size()) step();
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '"' || c == '\'') return skip_text(c);
    if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    if (c == '.') {
      if (++parts_ > most_parts) fail(fmt::format("a key has more than {} parts", most_parts));
    } else if (c == '\n' || c == '=' || c == ',' || c == '[' || c == '{' || c == ']' || c == '}') {
      parts_ = 1;
    }
    if (c == '[' || c == '{') {
      if (++brackets_ > most_brackets)
        fail(fmt::format("more than {} brackets are open", most_brackets));
    }
    if ((c == ']' || c == '}') && brackets_ > 0) --brackets_;
    ++at_;
  }

  // Skips '...', "...", or either with three quotes, which may span lines.
  void skip_text(char quote) {
    const std::string three(3, quote);
    const bool is_long = text_.substr(at_).starts_with(three);
    at_ += is_long ? 3 : 1;
    while (at_ < text_.size()) {
      if (quote == '"' && text_[at_] == '\\') {
        at_ += 2;
      } else if (is_long && text_.substr(at_).starts_with(three)) {
        at_ += 3;
        // One or two more quotes are the last characters of the text itself.
        for (int more = 0; more < 2 && at_ < text_.size() && text_[at_] == quote; ++more) ++at_;
        return;
      } else if (!is_long && (text_[at_] == quote || text_[at_] == '\n')) {
        ++at_;
        return;
      } else {
        ++at_;
      }
    }
  }

  [[noreturn]] void fail(const std::string& what) const {
    const std::string_view before = text_.substr(0, at_);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t begin = before.rfind('\n') + 1;  // npos + 1 is 0
    throw usage_error("{}:{}:{}: {}: no scenario needs that", file_, line, at_ - begin + 1, what);
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int parts_ = 1;
  int brackets_ = 0;
};

}  // namespace

void require_shallow(std::string_view text, const std::string& file) {
  DepthReader(text, file).run();
}

}  // namespace assay
