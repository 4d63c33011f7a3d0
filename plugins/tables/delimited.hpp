// Rows of cells separated by a character, the common part of CSV and ARFF.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tables/byte_file.hpp"
#include "tables/table.hpp"

namespace tables {

struct Cell {
  std::string text;      // without quotes and surrounding blanks
  std::size_t position;  // column of its first character in the line, from 1
};

// The base of the readers for text. Cells may be quoted by " or ', and a doubled quote within
// stands for one; a quoted cell must end on its line. Empty lines are skipped.
class DelimitedTable : public TableReader {
 public:
  explicit DelimitedTable(const std::string& path) : file_(path) {}

  [[nodiscard]] const std::vector<std::string>& columns() const override { return columns_; }
  bool next() override;
  [[nodiscard]] std::string text(std::size_t column) const override { return cells_[column].text; }
  [[nodiscard]] std::string place(std::size_t column) const override;
  [[nodiscard]] double number(std::size_t column) const override;

 protected:
  // Reads the next line that is not empty and, unless `comment_` is 0, does not begin with it.
  bool read_line();
  void split_line();
  // Throws an error that begins with "file:line:position: ".
  [[noreturn]] void fail(std::size_t position, const std::string& message) const;
  // Sets the columns after checking that no name is empty or duplicated.
  void set_columns(std::vector<std::string> names);

  char delimiter_ = ',';
  char comment_ = 0;
  bool row_pending_ = false;  // the current line is a row that next() has yet to hand out
  std::string line_;
  std::vector<Cell> cells_;

 private:
  std::size_t take_quoted(std::size_t at, std::string& text) const;

  ByteFile file_;
  std::size_t line_number_ = 0;
  std::vector<std::string> columns_;
};

}  // namespace tables
