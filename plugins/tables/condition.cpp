#include "tables/condition.hpp"

#include <fmt/format.h>

#include "assay/plugin.hpp"

namespace tables {

using assay::sdk::Error;

Condition::Condition(const TableReader& table, const std::string& file, const std::string& text)
    : text_(text) {
  const std::size_t at = text.find_first_of("=!<>");
  const std::size_t end = at == std::string::npos ? at : text.find_first_not_of("=!<>", at);
  if (end == std::string::npos) {
    throw Error(ASSAY_INVALID,
                fmt::format("'{}' is not a condition; write one like \"class=GALAXY\", with one of "
                            "= != < <= > >= between a column and a value",
                            text));
  }
  operator_ = text.substr(at, end - at);
  if (operator_ == "==") operator_ = "=";
  if (operator_ != "=" && operator_ != "!=" && operator_ != "<" && operator_ != "<=" &&
      operator_ != ">" && operator_ != ">=") {
    throw Error(
        ASSAY_INVALID,
        fmt::format("'{}' in condition '{}' is not one of = != < <= > >=", operator_, text));
  }
  column_ = find_column(table, file, std::string_view(text).substr(0, at));
  value_ = trimmed(std::string_view(text).substr(end));
  number_ = parse_number(value_);
  if (!number_ && operator_ != "=" && operator_ != "!=") {
    throw Error(ASSAY_INVALID,
                fmt::format("condition '{}' compares the order of '{}', which is not a number",
                            text, value_));
  }
}

bool Condition::holds(const TableReader& table) const {
  const std::string cell = table.text(column_);
  const auto parsed = number_ ? parse_number(cell) : std::nullopt;
  const double left = parsed.value_or(0);
  const double right = number_.value_or(0);
  if (operator_ == "=" || operator_ == "!=") {
    const bool equal = parsed ? left == right : cell == value_;
    return equal == (operator_ == "=");
  }
  if (!parsed) {
    throw Error(ASSAY_DATA_ERROR,
                fmt::format("{}: condition '{}' compares '{}', which is not a number",
                            table.place(column_), text_, cell));
  }
  if (operator_ == "<") return left < right;
  if (operator_ == "<=") return left <= right;
  if (operator_ == ">") return left > right;
  return left >= right;
}

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  if (trimmed(text).empty()) return parts;
  std::string_view rest = text;
  while (true) {
    const std::size_t comma = rest.find(',');
    parts.emplace_back(trimmed(rest.substr(0, comma)));
    if (comma == std::string_view::npos) return parts;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace tables
