// Weka's attribute-relation file format: named attributes, then delimited rows. Sparse rows and
// dates are refused; '?' (missing) is not a number and refused where a number is read.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "tables/delimited.hpp"

namespace tables {
namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// Removes the first word, or quoted text, from `rest` and returns it.
std::string take_word(std::string_view& rest) {
  rest = trimmed(rest);
  const bool quoted = rest.starts_with('\'') || rest.starts_with('"');
  const std::size_t begin = quoted ? 1 : 0;
  const std::size_t end =
      std::min(quoted ? rest.find(rest.front(), 1) : rest.find_first_of(" \t{"), rest.size());
  std::string word(rest.substr(begin, end - begin));
  rest.remove_prefix(std::min(end + begin, rest.size()));
  return word;
}

class ArffTable final : public DelimitedTable {
 public:
  explicit ArffTable(const std::string& path) : DelimitedTable(path) {
    comment_ = '%';
    std::vector<std::string> names;
    while (read_line()) {
      std::string_view rest = line_;
      const std::string keyword = take_word(rest);
      if (equal_ignoring_case(keyword, "@relation")) continue;
      if (equal_ignoring_case(keyword, "@data")) {
        if (names.empty()) fail(1, "@DATA comes before any @ATTRIBUTE");
        set_columns(std::move(names));
        return;
      }
      if (!equal_ignoring_case(keyword, "@attribute")) {
        fail(1, fmt::format("'{}' instead of @RELATION, @ATTRIBUTE or @DATA", shown(keyword)));
      }
      names.push_back(take_word(rest));
      if (trimmed(rest).empty()) fail(line_.size() + 1, "the attribute has no type");
    }
    fail(1, "the file ends before @DATA");
  }

  bool next() override {
    if (!read_line()) return false;
    if (trimmed(line_).starts_with('{')) fail(1, "sparse rows are not supported");
    split_line();
    row_pending_ = true;
    return DelimitedTable::next();
  }
};

}  // namespace

std::unique_ptr<TableReader> open_arff(const std::string& path) {
  return std::make_unique<ArffTable>(path);
}

}  // namespace tables
