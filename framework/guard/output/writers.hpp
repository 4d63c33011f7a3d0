// The functions that write each format, each defined in a file of its own. Internal to the guard.
#pragma once

#include "framework/guard/output/writer.hpp"

namespace assay::guard {

void write_terminal(const GuardReport& report, bool colour, std::ostream& out);
void write_json(const GuardReport& report, std::ostream& out);
void write_markdown(const GuardReport& report, std::ostream& out);
void write_junit(const GuardReport& report, std::ostream& out);
void write_github(const GuardReport& report, std::ostream& out);
void write_sarif(const GuardReport& report, std::ostream& out);

}  // namespace assay::guard
