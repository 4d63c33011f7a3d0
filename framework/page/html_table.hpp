#pragma once

#include <string>

#include "framework/page/markup.hpp"
#include "framework/report/table.hpp"

namespace assay {

// What the cells of one column show in place of their texts; sorting and copying read the numbers
// of the cells all the same. A cell without a drawing shows its text.
struct Drawings {
  std::size_t column = 0;
  std::vector<Markup> rows;  // as many as the table has, or none
};

// The table with its caption, sortable by the page's script unless rows continue those above them
// (their first cell is empty). Numbers keep their full precision in
// `data-value`, which sorting and copying read. An empty table is left out.
void write_html_table(const Table& table, const std::string& caption, Markup& out,
                      const Drawings& drawings = {});

// A browser takes its time over more. Charts have what a table leaves out, and so has the store.
inline constexpr std::size_t most_folded_rows = 1000;

// The table in a <details> that `summary` opens, left out where it is empty. Of one that is longer
// than most_folded_rows the first rows, and the summary says so.
void write_folded_table(const Table& table, const std::string& summary, Markup& out,
                        const Drawings& drawings = {});

// A paragraph for each sentence.
void write_sentences(const std::vector<std::string>& sentences, Markup& out);

// The shortest text that reads back as the number; "unbounded" and "" for what is not finite.
[[nodiscard]] std::string full_precision(double value);

// A cell of format_value (framework/core/units.hpp); empty for an absent one.
[[nodiscard]] Cell value_cell(const std::optional<double>& value, const char* unit);
[[nodiscard]] Cell number_cell(double value);
[[nodiscard]] Cell ratio_cell(double ratio);

}  // namespace assay
