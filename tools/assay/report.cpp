// assay report: the contents of the store as one page for a browser.
#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "framework/core/paths.hpp"
#include "framework/report/page.hpp"
#include "tools/assay/comparison_flags.hpp"
#include "tools/assay/output.hpp"
#include "tools/common/console.hpp"

namespace assay::command {
namespace {

struct ReportFlags {
  ComparisonFlags comparison;
  std::string file = "report.html";
  std::string title;
};

// Returns "", after a message, if the library is missing.
std::string chart_library() {
  const auto file = chart_library_file();
  if (file.empty()) {
    tell(
        "the page has no charts, only tables, because Chart.js is missing; install libjs-chart.js "
        "(tools/setup does), build assay again, and repeat the command\n");
    return "";
  }
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

void add_report(CommandLine& line, Invocation& invocation) {
  const Subcommand command = line.add_subcommand(
      "report",
      "Write one self-contained HTML page: verdict, speed-ups, winners over the inputs' features, "
      "rooflines, the searches, samples, history and environment.");
  auto flags = std::make_shared<ReportFlags>();
  flags->comparison.add_to(command);
  command.add("--output", &flags->file, "The file to write (default: report.html).");
  command.add("--title", &flags->title, "The title of the page (default: the scenario's name).");
  command.callback([flags, &invocation] {
    const Store store = flags->comparison.store.open(Store::Mode::read_only);
    const PageModel model(store, flags->comparison.options(store));
    const PageOptions options{flags->title, invocation.command_line, chart_library()};
    write_output(flags->file, [&](std::ostream& out, bool) { write_page(model, options, out); });
    say("{}\n", flags->file);
    invocation.exit_code = verdict_exit(model.comparison);
  });
}

}  // namespace assay::command
