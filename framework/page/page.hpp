#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "framework/page/model.hpp"

namespace assay {

struct PageOptions {
  std::string title;    // "": from what is compared
  std::string command;  // that writes this page, as typed
  // The text of Chart.js 3. "": the page has its tables only, and says so.
  std::string chart_library;
};

// One HTML file that needs no other, no network and no server: sections of tables (section.hpp),
// which are all there without scripts, and charts drawn of a block of JSON. Its policy forbids
// every request and every script but its own; no text of the store can become markup. Takes some
// seconds for a hundred thousand trials (docs/report.md).
void write_page(const PageModel& model, const PageOptions& options, std::ostream& out);

}  // namespace assay
