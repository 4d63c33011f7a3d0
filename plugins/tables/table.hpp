// Tables in files: one reader each for delimited text, ARFF and NumPy arrays.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tables {

// Reads a table row by row. All faults of a file are thrown as sdk::Error (ASSAY_DATA_ERROR) that
// begins with "file:line:column: ", lines and columns counted from 1.
class TableReader {
 public:
  TableReader() = default;
  TableReader(const TableReader&) = delete;
  TableReader& operator=(const TableReader&) = delete;
  virtual ~TableReader() = default;

  // The columns' names, or their numbers from 0 if the file has no names.
  [[nodiscard]] virtual const std::vector<std::string>& columns() const = 0;
  // Moves to the next row; false after the last one.
  virtual bool next() = 0;
  // A cell of the current row as text.
  [[nodiscard]] virtual std::string text(std::size_t column) const = 0;
  // The place of a cell of the current row: "file:line:column".
  [[nodiscard]] virtual std::string place(std::size_t column) const = 0;
  // A cell of the current row as a number; throws unless it is a finite number.
  [[nodiscard]] virtual double number(std::size_t column) const;
};

// Opens a table by the file's name: .arff, .npy, or else delimited text; each may be compressed as
// .gz.
std::unique_ptr<TableReader> open_table(const std::string& path);

std::unique_ptr<TableReader> open_csv(const std::string& path);
std::unique_ptr<TableReader> open_arff(const std::string& path);
std::unique_ptr<TableReader> open_npy(const std::string& path);

// Parses all of `text`, without surrounding blanks, as a number (also inf and nan); nothing if it
// is none.
std::optional<double> parse_number(std::string_view text);

// `text` without blanks at both ends.
std::string_view trimmed(std::string_view text);
// The beginning, at most 60 characters, of a text from outside, for messages.
[[nodiscard]] std::string shown(std::string_view text);

// Finds the number of a column given by its name or, failing that, by its number from 0. Throws
// sdk::Error (ASSAY_INVALID) that offers the nearest name.
std::size_t find_column(const TableReader& table, const std::string& file, std::string_view name);

}  // namespace tables
