// Attributes as they are gathered from the rows of a file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "forest/problem/dataset.hpp"
#include "tables/table.hpp"

namespace forest {

// A number of a row as a float. Throws sdk::Error (ASSAY_DATA_ERROR) with its place for what is no
// finite number, or none among floats.
float attribute_value(const tables::TableReader& table, std::size_t column);

// One column of a file: numbers, or up to 4,096 categories, of which each becomes an attribute of 0
// and 1.
class AttributeColumn {
 public:
  AttributeColumn(std::size_t column, std::string name, bool is_categorical);

  // Takes the column's cell of the current row. A first cell that is no number makes categories of
  // the column, unless it is empty or a word for a missing or infinite number. Throws as
  // attribute_value.
  void take(const tables::TableReader& table);
  // How many attributes it makes.
  [[nodiscard]] std::size_t attributes() const;
  // Adds them to the data: of categories "column=category", in rising order.
  void append_to(Dataset& data) const;

 private:
  std::size_t column_;
  std::string name_;
  bool is_categorical_;
  bool is_decided_;
  std::vector<float> values_;
  std::map<std::string, std::uint32_t> categories_;  // in order of their coming
  std::vector<std::uint32_t> rows_;                  // the category of each
};

}  // namespace forest
