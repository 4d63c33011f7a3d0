// GitHub's workflow commands, which become annotations of a CI run:
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
#include <fmt/format.h>

#include <ostream>

#include "framework/compare/text.hpp"
#include "framework/guard/output/layout.hpp"
#include "framework/guard/output/writers.hpp"

namespace assay::guard {
namespace {

// Escapes the characters that end a line or begin an escape.
std::string escaped_message(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '%':
        result += "%25";
        break;
      case '\r':
        result += "%0D";
        break;
      case '\n':
        result += "%0A";
        break;
      default:
        result += c;
    }
  }
  return result;
}

// Escapes, in addition, the characters that end a property.
std::string escaped_property(const std::string& text) {
  std::string result;
  for (const char c : escaped_message(text)) {
    switch (c) {
      case ':':
        result += "%3A";
        break;
      case ',':
        result += "%2C";
        break;
      default:
        result += c;
    }
  }
  return result;
}

const char* command_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::notice:
    case Severity::none:
      break;
  }
  return "notice";
}

// The command for the whole report; a report in which nothing was compared is worth a warning.
const char* summary_command(const GuardReport& report) {
  switch (exit_code(report)) {
    case 1:
      return "error";
    case 3:
      return "warning";
    default:
      return "notice";
  }
}

void write_command(const char* command, const std::string& title, const std::string& message,
                   std::ostream& out) {
  out << "::" << command << " title=" << escaped_property(title) << "::" << escaped_message(message)
      << '\n';
}

}  // namespace

void write_github(const GuardReport& report, std::ostream& out) {
  write_command(summary_command(report), headline(report), summary_text(report), out);
  for (const auto& [label, members] : by_instance(report)) {
    for (const std::size_t k : members) {
      const CaseResult& result = report.results[k];
      const Severity severity = severity_of(result);
      if (severity == Severity::none) continue;
      std::string message = finding_text(result);
      if (!result.reason.empty()) message += "\n" + one_line(result.reason);
      write_command(command_of(severity), fmt::format("{}, {}", case_label(report.cases[k]), label),
                    message, out);
    }
  }
  for (const std::string& note : report.notes) {
    write_command("notice", "assay guard", one_line(note), out);
  }
}

}  // namespace assay::guard
