// GitHub's Markdown: the verdict, then a table for each instance.
#include <ostream>

#include "framework/guard/output/layout.hpp"
#include "framework/guard/output/writers.hpp"

namespace assay::guard {
namespace {

// Makes trouble bold. The table writer makes good cells bold, but in this report the cells to look
// at are the others.
Table with_trouble_bold(Table table) {
  for (auto& row : table.rows) {
    for (Cell& cell : row) {
      const bool trouble = cell.meaning == Meaning::bad || cell.meaning == Meaning::doubtful;
      cell.meaning = trouble ? Meaning::good : Meaning::plain;
    }
  }
  return table;
}

}  // namespace

void write_markdown(const GuardReport& report, std::ostream& out) {
  out << "## " << headline(report) << "\n\n" << markdown_text(summary_text(report)) << "\n\n";
  for (const auto& [label, members] : by_instance(report)) {
    out << "### " << markdown_text(label) << "\n\n";
    write_markdown_table(with_trouble_bold(verdict_table(report, members)), out);
    bool any = false;
    for (const std::size_t k : members) {
      if (report.results[k].reason.empty()) continue;
      out << "- " << markdown_text(case_label(report.cases[k])) << ": "
          << markdown_text(report.results[k].reason) << '\n';
      any = true;
    }
    if (any) out << '\n';
  }
  for (const std::string& note : report.notes) out << "- note: " << markdown_text(note) << '\n';
}

}  // namespace assay::guard
