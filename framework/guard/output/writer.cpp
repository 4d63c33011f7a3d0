#include "framework/guard/output/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/core/units.hpp"
#include "framework/guard/output/writers.hpp"

namespace assay::guard {

namespace {

// Adapts the formats that have no colours.
template <void (*write)(const GuardReport&, std::ostream&)>
void uncoloured(const GuardReport& report, bool /*colour*/, std::ostream& out) {
  write(report, out);
}

struct ReportFormat {
  const char* name;
  void (*write)(const GuardReport& report, bool colour, std::ostream& out);
};

constexpr std::array<ReportFormat, 6> formats = {{{"terminal", write_terminal},
                                                  {"json", uncoloured<write_json>},
                                                  {"markdown", uncoloured<write_markdown>},
                                                  {"junit", uncoloured<write_junit>},
                                                  {"github", uncoloured<write_github>},
                                                  {"sarif", uncoloured<write_sarif>}}};

}  // namespace

std::vector<std::string> report_formats() {
  std::vector<std::string> names;
  for (const ReportFormat& format : formats) names.emplace_back(format.name);
  return names;
}

void require_format(const std::string& format) {
  const auto names = report_formats();
  if (std::ranges::find(names, format) != names.end()) return;
  throw usage_error("there is no format '{}'; {}", format, did_you_mean(format, names));
}

void write_report(const GuardReport& report, const std::string& format, bool colour,
                  std::ostream& out) {
  require_format(format);
  std::ranges::find(formats, format, &ReportFormat::name)->write(report, colour, out);
}

std::string change_text(const inference::Location& location) {
  const auto percent = [](double log_ratio) { return format_change(std::expm1(log_ratio), 2); };
  const std::string bounds =
      std::isfinite(location.lower) && std::isfinite(location.upper)
          ? fmt::format("{}, {}", percent(location.lower), percent(location.upper))
          : "too few blocks";
  return fmt::format("{} [{}]", percent(location.estimate), bounds);
}

std::string summary_text(const GuardReport& report) {
  using Kind = CaseResult::Kind;
  std::map<Kind, std::size_t> counts;
  std::size_t accepted = 0;
  for (const CaseResult& result : report.results)
    ++(result.accepted ? accepted : counts[result.kind]);
  std::vector<std::string> parts;
  for (const Kind kind :
       {Kind::slower, Kind::invalid, Kind::inconclusive, Kind::faster, Kind::equivalent}) {
    if (counts[kind] == 0) continue;
    parts.push_back(fmt::format("{} {}", counts[kind], to_string(kind)));
    if (kind == Kind::equivalent) parts.back() += " within " + format_percent(report.detect);
  }
  if (accepted > 0) parts.push_back(fmt::format("{} accepted", accepted));
  const std::size_t count = report.results.size();
  return fmt::format(
      "{} case{}: {}.", count, count == 1 ? "" : "s",
      parts.empty() ? "nothing was compared" : fmt::format("{}", fmt::join(parts, ", ")));
}

}  // namespace assay::guard
