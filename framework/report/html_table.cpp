#include "framework/report/html_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/core/units.hpp"

namespace assay {
namespace {

const char* class_of(Meaning meaning) {
  switch (meaning) {
    case Meaning::good:
      return "good";
    case Meaning::bad:
      return "bad";
    case Meaning::doubtful:
      return "doubtful";
    case Meaning::minor:
      return "minor";
    case Meaning::plain:
      break;
  }
  return "";
}

void write_html_row(const Table& table, std::size_t r, const Drawings& drawings, Markup& out) {
  const std::vector<Cell>& row = table.rows[r];
  out.element("tr", [&] {
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string meaning = class_of(row[c].meaning);
      std::string classes = table.columns[c].number ? "number" : "";
      if (!meaning.empty()) classes += (classes.empty() ? "" : " ") + meaning;
      const bool exact = row[c].value.has_value();
      out.element("td",
                  {{classes.empty() ? "" : "class", classes},
                   {exact ? "data-value" : "", exact ? full_precision(*row[c].value) : ""}},
                  [&] {
                    const bool drawn = c == drawings.column && r < drawings.rows.size() &&
                                       !drawings.rows[r].str().empty();
                    if (drawn) {
                      out.append(drawings.rows[r]);
                    } else {
                      out.text(row[c].text);
                    }
                  });
    }
  });
}

// Whether rows continue the row above them: their first cell is empty although its column has a
// title. Such rows must not be sorted.
bool has_continued_rows(const Table& table) {
  return !table.columns.front().title.empty() &&
         std::any_of(table.rows.begin(), table.rows.end(),
                     [](const auto& row) { return row.front().text.empty(); });
}

}  // namespace

void write_html_table(const Table& table, const std::string& caption, Markup& out,
                      const Drawings& drawings) {
  if (table.rows.empty()) return;
  out.element("div", {{"class", "scroll"}}, [&] {
    out.element("table", {{has_continued_rows(table) ? "" : "class", "sortable"}}, [&] {
      out.element("caption", caption);
      out.element("thead", [&] {
        out.element("tr", [&] {
          for (const Table::Column& column : table.columns) {
            out.element("th", {{"scope", "col"}, {column.number ? "class" : "", "number"}},
                        column.title);
          }
        });
      });
      out.element("tbody", [&] {
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
          write_html_row(table, r, drawings, out);
        }
      });
    });
  });
}

void write_folded_table(const Table& table, const std::string& summary, Markup& out,
                        const Drawings& drawings) {
  if (table.rows.empty()) return;
  if (table.rows.size() > most_folded_rows) {
    const Table cut{table.columns, {table.rows.begin(), table.rows.begin() + most_folded_rows}};
    write_folded_table(cut,
                       fmt::format("{} (the first {} of {} rows; assay compare --format csv and "
                                   "sqlite3 give all)",
                                   summary, most_folded_rows, table.rows.size()),
                       out, drawings);
    return;
  }
  out.element("details", [&] {
    out.element("summary", summary);
    write_html_table(table, summary, out, drawings);
  });
}

void write_sentences(const std::vector<std::string>& sentences, Markup& out) {
  for (const std::string& sentence : sentences) out.element("p", sentence);
}

std::string full_precision(double value) {
  if (std::isinf(value)) return "unbounded";
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

Cell value_cell(const std::optional<double>& value, const char* unit) {
  return value ? Cell{format_value(*value, unit), Meaning::plain, *value} : Cell{};
}

Cell number_cell(double value) { return {format_number(value), Meaning::plain, value}; }

Cell ratio_cell(double ratio) { return {format_ratio(ratio), Meaning::plain, ratio}; }

}  // namespace assay
