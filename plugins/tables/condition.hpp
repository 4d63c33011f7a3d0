// Conditions on the rows of a table, such as "class=GALAXY" or "redshift<1".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tables/table.hpp"

namespace tables {

class Condition {
 public:
  // Throws sdk::Error (ASSAY_INVALID) if the text is not a condition or names an unknown column.
  Condition(const TableReader& table, const std::string& file, const std::string& text);

  // Whether the table's current row satisfies the condition. Throws sdk::Error (ASSAY_DATA_ERROR)
  // if an order is asked of a cell that is not a number.
  [[nodiscard]] bool holds(const TableReader& table) const;
  [[nodiscard]] std::size_t column() const { return column_; }

 private:
  std::string text_;
  std::size_t column_ = 0;
  std::string operator_;
  std::string value_;
  std::optional<double> number_;  // value_ as a number
};

// Splits `text` at commas into trimmed parts; none if it is blank.
std::vector<std::string> split_list(const std::string& text);

}  // namespace tables
