#pragma once

#include <string>

#include "framework/compare/table.hpp"
#include "framework/report/markup.hpp"

namespace assay {

// Drawings that replace the texts in the cells of one column. Sorting and copying still read the
// numbers of the cells. A cell without a drawing shows its text.
struct Drawings {
  std::size_t column = 0;
  std::vector<Markup> rows;  // one for each row of the table, or none at all
};

// Writes the table with its caption. The page's script can sort it unless rows continue those above
// them (their first cell is empty). Numbers have their full precision in `data-value`, which
// sorting and copying read. An empty table is left out.
void write_html_table(const Table& table, const std::string& caption, Markup& out,
                      const Drawings& drawings = {});

// The most rows of a folded table, since browsers are slow with more. Charts and the store have the
// rows that a table leaves out.
inline constexpr std::size_t most_folded_rows = 1000;

// Writes the table in a <details> element that `summary` opens, unless the table is empty. Of a
// table longer than most_folded_rows only the first rows are written, and the summary says so.
void write_folded_table(const Table& table, const std::string& summary, Markup& out,
                        const Drawings& drawings = {});

// Writes a paragraph for each sentence.
void write_sentences(const std::vector<std::string>& sentences, Markup& out);

// The shortest text that reads back as the number; "unbounded" for infinity and "" for NaN.
[[nodiscard]] std::string full_precision(double value);

// A cell with the text of format_value (framework/core/units.hpp); empty for an absent value.
[[nodiscard]] Cell value_cell(const std::optional<double>& value, const char* unit);
[[nodiscard]] Cell number_cell(double value);
[[nodiscard]] Cell ratio_cell(double ratio);

}  // namespace assay
