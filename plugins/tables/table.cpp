#include "tables/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

#include "assay/plugin.hpp"

namespace tables {
namespace {

// Levenshtein's edit distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

bool ends_with_kind(std::string_view path, std::string_view kind) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  return path.ends_with(kind);
}

}  // namespace

std::unique_ptr<TableReader> open_table(const std::string& path) {
  if (ends_with_kind(path, ".arff")) return open_arff(path);
  if (ends_with_kind(path, ".npy")) return open_npy(path);
  return open_csv(path);
}

std::string shown(std::string_view text) { return fmt::format("{:.60}", text); }

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<double> parse_number(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc() || end != last) return std::nullopt;
  return value;
}

double TableReader::number(std::size_t column) const {
  const std::string cell = text(column);
  const auto value = parse_number(cell);
  if (value && std::isfinite(*value)) return *value;
  throw assay::sdk::Error(
      ASSAY_DATA_ERROR,
      fmt::format("{}: '{}' in column '{}' is not {} number; filter such rows out or choose other "
                  "columns",
                  place(column), shown(cell), shown(columns()[column]), value ? "a finite" : "a"));
}

std::size_t find_column(const TableReader& table, const std::string& file, std::string_view name) {
  const auto& columns = table.columns();
  name = trimmed(name);
  const auto named = std::ranges::find(columns, name);
  if (named != columns.end()) return static_cast<std::size_t>(named - columns.begin());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error == std::errc() && end == name.data() + name.size() && number < columns.size()) {
    return number;
  }
  const auto nearest =
      std::ranges::min_element(columns, {}, [&](const auto& c) { return distance(c, name); });
  throw assay::sdk::Error(
      ASSAY_INVALID,
      fmt::format("{} has no column '{}'; did you mean '{}'? It has {} columns, also "
                  "known by their numbers 0 to {}",
                  file, shown(name), shown(*nearest), columns.size(), columns.size() - 1));
}

}  // namespace tables
