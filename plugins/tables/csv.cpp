// Delimited text: a comma, semicolon or tabulator between cells, names in the first line or none.
#include <algorithm>

#include "tables/delimited.hpp"

namespace tables {
namespace {

class CsvTable final : public DelimitedTable {
 public:
  explicit CsvTable(const std::string& path) : DelimitedTable(path) {
    if (!read_line()) fail(1, "the file has no rows");
    if (line_.starts_with("\xef\xbb\xbf")) line_.erase(0, 3);  // a byte order mark
    // Takes the delimiter found most often; a comma if none is found.
    for (const char candidate : {';', '\t'}) {
      if (std::ranges::count(line_, candidate) > std::ranges::count(line_, delimiter_)) {
        delimiter_ = candidate;
      }
    }
    split_line();
    // A first line of numbers only is a row.
    row_pending_ = std::ranges::all_of(
        cells_, [](const Cell& cell) { return parse_number(cell.text).has_value(); });
    std::vector<std::string> names;
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      names.push_back(row_pending_ ? std::to_string(k) : cells_[k].text);
    }
    set_columns(std::move(names));
  }
};

}  // namespace

std::unique_ptr<TableReader> open_csv(const std::string& path) {
  return std::make_unique<CsvTable>(path);
}

}  // namespace tables
