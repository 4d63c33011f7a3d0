#include <ostream>

#include "framework/compare/text.hpp"
#include "framework/guard/output/layout.hpp"
#include "framework/guard/output/writers.hpp"

namespace assay::guard {

void write_terminal(const GuardReport& report, bool colour, std::ostream& out) {
  for (const auto& [label, members] : by_instance(report)) {
    out << label << '\n';
    write_terminal_table(verdict_table(report, members), colour, out);
    for (const std::size_t k : members) {
      if (report.results[k].reason.empty()) continue;
      out << "  " << one_line(report.cases[k].baseline.variant.name) << ": "
          << one_line(report.results[k].reason) << '\n';
    }
    out << '\n';
  }
  for (const std::string& note : report.notes) out << "note: " << one_line(note) << '\n';
  out << summary_text(report) << '\n';
}

}  // namespace assay::guard
