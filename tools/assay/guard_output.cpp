#include "tools/assay/guard_output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>

#include "framework/core/error.hpp"
#include "framework/guard/output/writer.hpp"
#include "tools/assay/output.hpp"

namespace assay::command {
namespace {

struct FormatFile {
  std::string format;
  std::string file;
};

FormatFile parse_also(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw usage_error("--also takes FORMAT=FILE, such as junit=guard.xml, not '{}'", text);
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// Returns the file from which GitHub takes the summary of a step; "" outside of GitHub.
std::string step_summary() {
  const char* file = std::getenv("GITHUB_STEP_SUMMARY");
  return file == nullptr ? "" : file;
}

// Appends, since other steps and other commands of this step write to the same file.
std::ofstream open_summary() {
  std::ofstream stream(step_summary(), std::ios::app);
  if (stream) return stream;
  throw environment_error("cannot write '{}', which $GITHUB_STEP_SUMMARY names: {}", step_summary(),
                          std::strerror(errno));
}

}  // namespace

void GuardOutput::add_to(const Subcommand& command) {
  command.add("--format", &format_, fmt::format("{}.", fmt::join(guard::report_formats(), ", ")))
      .one_of(guard::report_formats());
  command.add_action(
      "--json", [this] { format_ = "json"; }, "Short for --format json.");
  command.add("--output", &file_, "Write to this file instead of standard output.");
  command
      .add("--also", &also_,
           "FORMAT=FILE: write this format to this file as well, such as junit=guard.xml; may be "
           "repeated.")
      .once_each();
}

void GuardOutput::check() const {
  std::set<std::string> files = {file_};
  for (const std::string& text : also_) {
    const FormatFile also = parse_also(text);
    guard::require_format(also.format);
    if (!files.insert(also.file).second) {
      throw usage_error("two reports would be written to '{}'; name a file for each", also.file);
    }
  }
  for (const std::string& file : files) require_writable(file);
  if (format_ == "github" && !step_summary().empty()) open_summary();
}

void GuardOutput::write(const guard::GuardReport& report) const {
  const auto write_as = [&](const std::string& format, const std::string& file) {
    write_output(file, [&](std::ostream& out, bool colour) {
      guard::write_report(report, format, colour, out);
    });
  };
  write_as(format_, file_);
  for (const std::string& text : also_) {
    const FormatFile also = parse_also(text);
    write_as(also.format, also.file);
  }
  if (format_ == "github" && !step_summary().empty()) {
    std::ofstream summary = open_summary();
    guard::write_report(report, "markdown", false, summary);
  }
}

}  // namespace assay::command
