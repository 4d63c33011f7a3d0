// Tables and what is special about text in each format. Internal to reports.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace assay {

enum class Meaning { plain, good, bad, doubtful, minor };

struct Cell {
  std::string text;
  Meaning meaning = Meaning::plain;
  // The number that the text shows, for formats that can hold more than they show.
  std::optional<double> value = std::nullopt;
};

struct Table {
  struct Column {
    std::string title;
    bool number = false;  // aligned right
  };
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  // each as long as columns
};

// Aligned columns for a terminal; with `colour` by meaning.
void write_terminal_table(const Table& table, bool colour, std::ostream& out);
// The text as a terminal shows it by its meaning; as it is without `colour`.
[[nodiscard]] std::string terminal_text(const std::string& text, Meaning meaning, bool colour);

// GitHub's tables; what is good is bold.
void write_markdown_table(const Table& table, std::ostream& out);
// One line in which nothing is markup.
[[nodiscard]] std::string markdown_text(const std::string& text);

// A record of RFC 4180, fields quoted where they must be.
void write_csv_row(const std::vector<std::string>& fields, std::ostream& out);

}  // namespace assay
