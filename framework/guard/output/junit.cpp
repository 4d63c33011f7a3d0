// JUnit XML as GitLab, Jenkins and others read it: a suite for each instance, a test case for each
// variant.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "framework/compare/text.hpp"
#include "framework/core/value.hpp"
#include "framework/guard/output/layout.hpp"
#include "framework/guard/output/writers.hpp"

namespace assay::guard {
namespace {

// The outcomes of a test case.
enum class TestEnd { passed, failure, error, skipped };

TestEnd test_end(const CaseResult& result) {
  switch (severity_of(result)) {
    case Severity::error:
      return TestEnd::failure;
    case Severity::warning:
      return TestEnd::error;
    case Severity::notice:
      return TestEnd::skipped;
    case Severity::none:
      break;
  }
  return TestEnd::passed;
}

// The class is the instance with all its arguments. With only those that distinguish the instances
// at hand, its name would change, and its history be lost, as soon as others are chosen.
std::string class_name(const Case& one) {
  const InstanceRecord& instance = one.instance.record;
  return escaped_line(
      instance.arguments.empty()
          ? instance.problem
          : fmt::format("{} {}", instance.problem, assay::to_string(instance.arguments)));
}

// The time attribute; JUnit wants seconds.
std::string time_of(double seconds) { return fmt::format("time=\"{:.3f}\"", seconds); }

std::string counts_of(const GuardReport& report, const std::vector<std::size_t>& members) {
  const auto count = [&](TestEnd end) {
    return std::ranges::count_if(members,
                                 [&](std::size_t k) { return test_end(report.results[k]) == end; });
  };
  double seconds = 0;
  for (const std::size_t k : members) seconds += report.results[k].seconds;
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" {}", members.size(),
                     count(TestEnd::failure), count(TestEnd::error), count(TestEnd::skipped),
                     time_of(seconds));
}

void write_property(const char* name, const std::string& value, std::ostream& out) {
  out << "        <property name=\"" << name << "\" value=\"" << escaped_line(value) << "\"/>\n";
}

// Writes the numbers in full precision, times in seconds and ratios of candidate over baseline.
void write_properties(const Case& one, const CaseResult& result, std::ostream& out) {
  out << "      <properties>\n";
  write_property("verdict", to_string(result.kind), out);
  if (result.accepted) write_property("accepted", "true", out);
  write_property("configuration", assay::to_string(one.configuration), out);
  if (result.location) {
    write_property("baseline_seconds", fmt::format("{}", result.baseline_seconds), out);
    write_property("candidate_seconds", fmt::format("{}", result.candidate_seconds), out);
    write_property("ratio", fmt::format("{}", std::exp(result.location->estimate)), out);
    write_property("ratio_lower", fmt::format("{}", std::exp(result.location->lower)), out);
    write_property("ratio_upper", fmt::format("{}", std::exp(result.location->upper)), out);
    write_property("p", fmt::format("{}", result.p_value), out);
    write_property("blocks", fmt::format("{}", result.blocks), out);
    write_property("pairs", fmt::format("{}", result.pairs), out);
  }
  out << "      </properties>\n";
}

void write_end(const CaseResult& result, std::ostream& out) {
  const std::string message = escaped_line(finding_text(result));
  const std::string reason = escaped_line(result.reason);
  switch (test_end(result)) {
    case TestEnd::failure:
      out << "      <failure type=\"" << (result.candidate_failed ? "candidate failed" : "slower")
          << "\" message=\"" << message << "\">" << reason << "</failure>\n";
      break;
    case TestEnd::error:
      out << "      <error type=\"invalid\" message=\"" << message << "\">" << reason
          << "</error>\n";
      break;
    case TestEnd::skipped:
      out << "      <skipped message=\"" << message << (reason.empty() ? "" : "; ") << reason
          << "\"/>\n";
      break;
    case TestEnd::passed:
      break;
  }
}

// Writes the notes, which belong to no test case, as a suite without any, since readers look for
// output only in suites.
void write_notes(const GuardReport& report, std::ostream& out) {
  if (report.notes.empty()) return;
  out << "  <testsuite name=\"notes\" " << counts_of(report, {}) << ">\n    <system-out>";
  for (const std::string& note : report.notes) out << "note: " << escaped_line(note) << '\n';
  out << "</system-out>\n  </testsuite>\n";
}

}  // namespace

void write_junit(const GuardReport& report, std::ostream& out) {
  std::vector<std::size_t> all(report.cases.size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assay guard\" "
      << counts_of(report, all) << ">\n";
  for (const auto& [_, members] : by_instance(report)) {
    const std::string name = class_name(report.cases[members.front()]);
    out << "  <testsuite name=\"" << name << "\" " << counts_of(report, members) << ">\n";
    for (const std::size_t k : members) {
      out << "    <testcase classname=\"" << name << "\" name=\""
          << escaped_line(case_label(report.cases[k])) << "\" "
          << time_of(report.results[k].seconds) << ">\n";
      write_properties(report.cases[k], report.results[k], out);
      write_end(report.results[k], out);
      out << "    </testcase>\n";
    }
    out << "  </testsuite>\n";
  }
  write_notes(report, out);
  out << "</testsuites>\n";
}

}  // namespace assay::guard
