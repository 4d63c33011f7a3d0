// The formats of a guard's verdicts. Each format is in a file of its own; all show the same report.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "framework/guard/guard.hpp"

namespace assay::guard {

// Writes the report in the named format:
//
// "terminal": aligned columns, with `colour` by meaning. "json": everything, in full precision.
// "markdown": GitHub's tables after the verdict, for a comment or the summary of a CI step.
// "junit": JUnit XML, a suite for each instance, a test case for each variant. "github": workflow
// commands, which GitHub shows as annotations. "sarif": SARIF 2.1.0, a result for each case that is
// slower, invalid or inconclusive.
//
// Texts of plugins and drivers become one line of valid UTF-8 without markup in all formats except
// json. Throws usage Error for another name.
void write_report(const GuardReport& report, const std::string& format, bool colour,
                  std::ostream& out);
[[nodiscard]] std::vector<std::string> report_formats();
// Throws usage Error, with the nearest name, if there is no such format.
void require_format(const std::string& format);

// An interval of log-ratios as "+2.1% [+1.8%, +2.4%]", or "too few blocks" if it is unbounded.
[[nodiscard]] std::string change_text(const inference::Location& location);
// A summary in one sentence: "4 cases: 1 slower, 3 equivalent within 2%."
[[nodiscard]] std::string summary_text(const GuardReport& report);

}  // namespace assay::guard
