// The columns of attributes, gathered from the rows of a file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "forest/problem/dataset.hpp"
#include "tables/table.hpp"

namespace forest {

// Returns the number in one cell of the current row as a float. Throws sdk::Error
// (ASSAY_DATA_ERROR) with its place if the cell holds no finite number, or one beyond the range of
// float.
float attribute_value(const tables::TableReader& table, std::size_t column);

// One column of a file: numbers, or up to 4,096 categories, each of which becomes an attribute of 0
// and 1.
class AttributeColumn {
 public:
  AttributeColumn(std::size_t column, std::string name, bool is_categorical);

  // Takes the column's cell of the current row. If the first cell is not a number, the column
  // becomes categorical, unless that cell is empty or a word for a missing or infinite number.
  // Throws what attribute_value throws.
  void take(const tables::TableReader& table);
  // The number of attributes that the column becomes.
  [[nodiscard]] std::size_t attributes() const;
  // Appends the column's attributes to the data. Those of categories are named "column=category",
  // in ascending order.
  void append_to(Dataset& data) const;

 private:
  std::size_t column_;
  std::string name_;
  bool is_categorical_;
  bool is_decided_;
  std::vector<float> values_;
  std::map<std::string, std::uint32_t> categories_;  // numbered in order of appearance
  std::vector<std::uint32_t> rows_;                  // the category of each row
};

}  // namespace forest
