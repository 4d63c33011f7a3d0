#include "tables/delimited.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "assay/plugin.hpp"

namespace tables {

bool DelimitedTable::next() {
  if (!std::exchange(row_pending_, false)) {
    if (!read_line()) return false;
    split_line();
  }
  if (cells_.size() != columns_.size()) {
    const bool more = cells_.size() > columns_.size();
    fail(more ? cells_[columns_.size()].position : line_.size() + 1,
         fmt::format("the row has {} cells, but the table has {} columns", cells_.size(),
                     columns_.size()));
  }
  return true;
}

std::string DelimitedTable::place(std::size_t column) const {
  return fmt::format("{}:{}:{}", file_.path(), line_number_, cells_[column].position);
}

// Avoids the copy that the base's text() makes.
double DelimitedTable::number(std::size_t column) const {
  const auto value = parse_number(cells_[column].text);
  return value && std::isfinite(*value) ? *value : TableReader::number(column);
}

bool DelimitedTable::read_line() {
  while (file_.read_line(line_)) {
    ++line_number_;
    const auto content = trimmed(line_);
    if (!content.empty() && (comment_ == 0 || content.front() != comment_)) return true;
  }
  return false;
}

void DelimitedTable::split_line() {
  std::size_t count = 0;
  for (std::size_t at = 0;; ++at) {
    at = std::min(line_.find_first_not_of(delimiter_ == '\t' ? " " : " \t", at), line_.size());
    if (count == cells_.size()) cells_.emplace_back();
    Cell& cell = cells_[count++];
    cell.position = at + 1;
    const bool quoted = at < line_.size() && (line_[at] == '"' || line_[at] == '\'');
    if (quoted) at = take_quoted(at, cell.text);
    const std::size_t end = std::min(line_.find(delimiter_, at), line_.size());
    const auto rest = trimmed(std::string_view(line_).substr(at, end - at));
    if (!quoted) {
      cell.text = rest;
    } else if (!rest.empty()) {
      fail(at + 1, fmt::format("'{}' follows the closing quote", shown(rest)));
    }
    at = end;
    if (at >= line_.size()) break;
  }
  cells_.resize(count);
}

// Reads the quoted text that begins at `at`; returns the position after its closing quote.
std::size_t DelimitedTable::take_quoted(std::size_t at, std::string& text) const {
  const std::size_t start = at;
  const char quote = line_[at];
  text.clear();
  for (++at; at < line_.size(); ++at) {
    if (line_[at] == quote && (++at >= line_.size() || line_[at] != quote)) return at;
    text += line_[at];
  }
  fail(start + 1, "the quote is not closed on this line");
}

void DelimitedTable::fail(std::size_t position, const std::string& message) const {
  // An empty file has no line to name except its first.
  const std::size_t line = std::max<std::size_t>(line_number_, 1);
  throw assay::sdk::Error(ASSAY_DATA_ERROR,
                          fmt::format("{}:{}:{}: {}", file_.path(), line, position, message));
}

void DelimitedTable::set_columns(std::vector<std::string> names) {
  std::set<std::string> known;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k].empty()) fail(1, fmt::format("column {} has no name", k));
    if (!known.insert(names[k]).second)
      fail(1, fmt::format("there are two columns '{}'", shown(names[k])));
  }
  columns_ = std::move(names);
}

}  // namespace tables
