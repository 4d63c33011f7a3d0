#include "framework/device/directives.hpp"

#include <algorithm>
#include <cctype>

namespace assay::device {
namespace {

void skip_blanks(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
}

std::string_view take_word(std::string_view& text) {
  const auto end = std::find_if_not(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  const auto length = static_cast<std::size_t>(end - text.begin());
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length);
  return word;
}

Directive parse(std::string_view line) {
  skip_blanks(line);
  if (!line.starts_with('#')) return {};
  line.remove_prefix(1);
  skip_blanks(line);
  const std::string_view word = take_word(line);
  if (word == "if" || word == "ifdef" || word == "ifndef") return {Directive::Kind::open, "", ""};
  if (word == "endif") return {Directive::Kind::close, "", ""};
  if (word != "include") return {};
  skip_blanks(line);
  if (!line.starts_with('"')) return {};
  line.remove_prefix(1);
  const std::size_t end = line.find('"');
  if (end == std::string_view::npos || end == 0) return {};
  return {Directive::Kind::include, std::string(line.substr(0, end)),
          std::string(line.substr(end + 1))};
}

// The position after a string or character literal that starts at `at`; a literal ends at the end
// of the line at the latest.
std::size_t skip_literal(std::string_view line, std::size_t at) {
  const char quote = line[at++];
  while (at < line.size() && line[at] != quote) at += line[at] == '\\' ? 2 : 1;
  return std::min(at + 1, line.size());
}

}  // namespace

Directive DirectiveScanner::next(std::string_view line) {
  const bool at_code = state_ == State::code;
  advance(line);
  return at_code ? parse(line) : Directive{};
}

void DirectiveScanner::advance(std::string_view line) {
  const bool continues = line.ends_with('\\');
  if (state_ == State::continued_comment) {
    state_ = continues ? State::continued_comment : State::code;
    return;
  }
  bool in_comment = state_ == State::block_comment;
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view pair = line.substr(at, 2);
    if (in_comment) {
      in_comment = pair != "*/";
      at += in_comment ? 1 : 2;
    } else if (pair == "//") {
      state_ = continues ? State::continued_comment : State::code;
      return;
    } else if (pair == "/*") {
      in_comment = true;
      at += 2;
    } else if (line[at] == '"' || line[at] == '\'') {
      at = skip_literal(line, at);
    } else {
      ++at;
    }
  }
  state_ = in_comment ? State::block_comment : continues ? State::continued : State::code;
}

}  // namespace assay::device
