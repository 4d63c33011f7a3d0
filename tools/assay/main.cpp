#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>

#include "framework/core/error.hpp"
#include "tools/assay/command.hpp"

namespace {

std::string joined(int argc, char** argv) {
  std::string line;
  for (int k = 0; k < argc; ++k) line += (k == 0 ? "" : " ") + std::string(argv[k]);
  return line;
}

int report(const assay::Error& error) {
  const bool colour = isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  fmt::print(stderr, "{}: {}\n",
             colour ? fmt::format(fmt::fg(fmt::terminal_color::red), "assay") : "assay",
             error.what());
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

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away is seen as a write error
  assay::command::CommandLine line(
      "assay",
      "Measures competing implementations of a computation, tunes each of them, proves that "
      "each is right, and says which one to use.",
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
  assay::command::add_import(line, invocation);
  assay::command::add_replay(line, invocation);
  assay::command::add_worker(line, invocation);
  try {
    if (line.parse(argc, argv) == assay::command::CommandLine::Parsed::mistaken) {
      return assay::command::usage;
    }
  } catch (const assay::Error& error) {
    return report(error);
  } catch (const std::bad_alloc&) {
    return report(assay::environment_error(
        "there is too little memory for this; choose less, or use a machine with more"));
  } catch (const std::exception& error) {
    return report(assay::internal_error(
        "this is a defect of assay; please report it with the command line and its files ({})",
        error.what()));
  }
  return invocation.exit_code;
}
