#include "framework/compare/table.hpp"

#include <algorithm>
#include <charconv>
#include <ostream>
#include <string_view>

#include "framework/compare/text.hpp"

namespace assay {
namespace {

const char* escape_of(Meaning meaning) {
  switch (meaning) {
    case Meaning::good:
      return "\033[1;32m";
    case Meaning::bad:
      return "\033[31m";
    case Meaning::doubtful:
      return "\033[33m";
    case Meaning::minor:
      return "\033[2m";
    case Meaning::plain:
      break;
  }
  return "";
}

bool is_number(const std::string& text) {
  double value = 0;
  const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(begin, end, value);
  return error == std::errc() && rest == end;
}

// The content of a CSV field. Spreadsheets take a text that begins like a formula for a formula, so
// such a text gets a leading apostrophe.
std::string cell_of(const std::string& field) {
  std::string cell = one_line(field);
  const bool formula = cell.find_first_of("=+-@") == 0;
  return formula && !is_number(cell) ? "'" + cell : cell;
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string result = "\"";
  for (const char c : text) {
    result += c == '"' ? "\"\"" : std::string(1, c);
  }
  return result + '"';
}

void write_terminal_row(const Table& table, const std::vector<std::size_t>& widths,
                        const std::vector<Cell>& row, bool colour, std::ostream& out) {
  std::string line = " ";
  std::size_t owed = 0;  // blanks due before the next text; never written at the end of a line
  for (std::size_t c = 0; c < row.size(); ++c) {
    const std::size_t blanks = widths[c] - display_width(row[c].text);
    const bool right = table.columns[c].number;
    // The column of marks is close to the name that it marks.
    const std::size_t gap = c == 0 || (c == 1 && widths[0] <= 1) ? 1 : 3;
    owed += gap + (right ? blanks : 0);
    if (!row[c].text.empty()) {
      line += std::string(owed, ' ') + terminal_text(row[c].text, row[c].meaning, colour);
      owed = 0;
    } else {
      owed += widths[c] - blanks;
    }
    owed += right ? 0 : blanks;
  }
  out << line << '\n';
}

}  // namespace

std::string terminal_text(const std::string& text, Meaning meaning, bool colour) {
  return colour && meaning != Meaning::plain ? escape_of(meaning) + text + "\033[0m" : text;
}

void write_terminal_table(const Table& table, bool colour, std::ostream& out) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::size_t width = display_width(table.columns[c].title);
    for (const auto& row : table.rows) {
      width = std::max(width, display_width(row[c].text));
    }
    widths.push_back(width);
  }
  std::vector<Cell> titles;
  for (const Table::Column& column : table.columns) {
    titles.push_back({column.title, Meaning::minor});
  }
  write_terminal_row(table, widths, titles, colour, out);
  for (const auto& row : table.rows) {
    write_terminal_row(table, widths, row, colour, out);
  }
}

std::string markdown_text(const std::string& text) {
  std::string result;
  for (const char c : one_line(text)) {
    if (std::string_view("\\`*_[]<>&|#~").find(c) != std::string_view::npos) {
      result += '\\';
    }
    result += c;
  }
  return result;
}

void write_markdown_table(const Table& table, std::ostream& out) {
  out << '|';
  for (const Table::Column& column : table.columns) {
    out << ' ' << markdown_text(column.title) << " |";
  }
  out << "\n|";
  for (const Table::Column& column : table.columns) {
    out << (column.number ? " ---: |" : " --- |");
  }
  for (const auto& row : table.rows) {
    out << "\n|";
    for (const Cell& cell : row) {
      const bool bold = cell.meaning == Meaning::good && !cell.text.empty();
      out << ' ' << (bold ? "**" : "") << markdown_text(cell.text) << (bold ? "**" : "") << " |";
    }
  }
  out << "\n\n";
}

void write_csv_row(const std::vector<std::string>& fields, std::ostream& out) {
  const char* separator = "";
  for (const std::string& field : fields) {
    out << separator << quoted(cell_of(field));
    separator = ",";
  }
  out << "\r\n";
}

}  // namespace assay
