#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <exception>

#include "framework/core/error.hpp"
#include "framework/core/shortage.hpp"
#include "tools/assay/command.hpp"
#include "tools/common/console.hpp"

namespace {

std::string joined(int argc, char** argv) {
  std::string line;
  for (int k = 0; k < argc; ++k) line += (k == 0 ? "" : " ") + std::string(argv[k]);
  return line;
}

int report(const assay::Error& error) {
  const bool colour = assay::shows_colours(STDERR_FILENO);
  assay::tell_styled(colour ? fmt::fg(fmt::terminal_color::red) : fmt::text_style(), "assay");
  assay::tell(": {}\n", error.what());
  switch (error.kind()) {
    case assay::ErrorKind::usage:
      return assay::command::usage;
    case assay::ErrorKind::environment:
      return assay::command::environment;
    case assay::ErrorKind::internal:
      break;
  }
  return assay::command::environment;
}

assay::Error defect(const char* what) {
  return assay::internal_error(
      "this is a bug in assay; please report it with the command line and its files ({})", what);
}

// Returns the exception in flight as an Error.
assay::Error current_error() {
  try {
    throw;
  } catch (const assay::Error& error) {
    return error;
  } catch (const std::exception& error) {
    if (const auto words = assay::shortage(error)) return assay::environment_error("{}", *words);
    return defect(error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  assay::prepare_console();
  assay::command::CommandLine line(
      "assay",
      "Measures competing implementations of a computation, tunes each of them, verifies that each "
      "is right, and says which one to use.",
      ASSAY_VERSION);
  assay::command::Invocation invocation{joined(argc, argv)};
  assay::command::add_doctor(line, invocation);
  assay::command::add_init(line, invocation);
  assay::command::add_list(line, invocation);
  assay::command::add_tune(line, invocation);
  assay::command::add_run(line, invocation);
  assay::command::add_compare(line, invocation);
  assay::command::add_report(line, invocation);
  assay::command::add_history(line, invocation);
  assay::command::add_baseline(line, invocation);
  assay::command::add_guard(line, invocation);
  assay::command::add_judge(line, invocation);
  assay::command::add_explain(line, invocation);
  assay::command::add_export(line, invocation);
  assay::command::add_dispatch(line, invocation);
  assay::command::add_import(line, invocation);
  assay::command::add_replay(line, invocation);
  assay::command::add_traces(line, invocation);
  assay::command::add_worker(line, invocation);
  try {
    if (line.parse(argc, argv) == assay::command::CommandLine::Parsed::mistaken) {
      return assay::command::usage;
    }
  } catch (...) {
    return assay::end_of_output(report(current_error()));
  }
  return assay::end_of_output(invocation.exit_code);
}
