// Tables, and how each format writes text. Internal to reports.
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
  // The exact number behind the text, for formats that can hold more digits than are shown.
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

// Writes aligned columns for a terminal, with `colour` by meaning.
void write_terminal_table(const Table& table, bool colour, std::ostream& out);
// The text with its meaning's colour for a terminal; unchanged without `colour`.
[[nodiscard]] std::string terminal_text(const std::string& text, Meaning meaning, bool colour);

// Writes a table of GitHub's Markdown; good cells are bold.
void write_markdown_table(const Table& table, std::ostream& out);
// The text as one line in which nothing acts as markup.
[[nodiscard]] std::string markdown_text(const std::string& text);

// Writes a record of RFC 4180 with fields quoted where necessary.
void write_csv_row(const std::vector<std::string>& fields, std::ostream& out);

}  // namespace assay
