#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "framework/report/model.hpp"

namespace assay {

struct PageOptions {
  std::string title;    // "": derived from what is compared
  std::string command;  // the command that writes this page, as typed
  // The text of Chart.js 3. If empty, the page has only its tables and says so.
  std::string chart_library;
};

// Writes one HTML file that needs no other file, network or server: sections of tables
// (section.hpp), which are complete without scripts, and charts drawn from a block of JSON. Its
// policy forbids every request and every script but its own; no text of the store can become
// markup. Takes some seconds for a hundred thousand trials (docs/report.md).
void write_page(const PageModel& model, const PageOptions& options, std::ostream& out);

}  // namespace assay
