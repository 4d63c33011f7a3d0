#include <fmt/format.h>

#include <cmath>
#include <map>
#include <ostream>

#include "framework/guard/report/writers.hpp"
#include "framework/report/labels.hpp"
#include "framework/report/table.hpp"
#include "framework/report/text.hpp"
#include "framework/report/units.hpp"

namespace assay::guard {
namespace {

using Kind = CaseResult::Kind;

Meaning meaning_of(Kind kind) {
  switch (kind) {
    case Kind::faster:
    case Kind::equivalent:
      return Meaning::good;
    case Kind::slower:
    case Kind::invalid:
      return Meaning::bad;
    case Kind::inconclusive:
      return Meaning::doubtful;
  }
  return Meaning::plain;
}

std::string calibration_text(const CaseResult& result) {
  if (!result.calibration) return "not calibrated";
  return fmt::format("sees {:.2f}%, false {:.1f}%", 100 * std::expm1(result.smallest_claim),
                     100 * result.calibration->false_positive_rate);
}

std::vector<Cell> row_of(const Case& one, const CaseResult& result) {
  const bool measured = result.location.has_value();
  return {{one.baseline.variant.name + " on " + one.baseline.device.id},
          {to_string(result.kind), meaning_of(result.kind)},
          {measured ? change_text(*result.location) : ""},
          {measured ? format_seconds(result.baseline_seconds) : ""},
          {measured ? fmt::format("{:.2g}", result.p_value) : ""},
          {measured ? fmt::format("{} in {}", result.pairs, result.blocks) : ""},
          {calibration_text(result), result.calibration ? Meaning::plain : Meaning::minor}};
}

// The cases of each instance, in their order.
std::map<std::size_t, std::vector<std::size_t>> by_instance(const GuardReport& report,
                                                            std::vector<std::string>& labels) {
  std::vector<const InstanceRecord*> records;
  for (const Case& one : report.cases) records.push_back(&one.instance.record);
  labels = instance_labels(records);
  std::map<std::string, std::size_t> first;
  std::map<std::size_t, std::vector<std::size_t>> groups;
  for (std::size_t k = 0; k < report.cases.size(); ++k) {
    groups[first.emplace(labels[k], k).first->second].push_back(k);
  }
  return groups;
}

}  // namespace

void write_terminal(const GuardReport& report, bool colour, std::ostream& out) {
  std::vector<std::string> labels;
  for (const auto& [first, members] : by_instance(report, labels)) {
    Table table{{{"variant"},
                 {"verdict"},
                 {"change of the time"},
                 {"baseline", true},
                 {"p", true},
                 {"pairs in blocks", true},
                 {"on this machine"}},
                {}};
    for (const std::size_t k : members) {
      table.rows.push_back(row_of(report.cases[k], report.results[k]));
    }
    out << labels[first] << '\n';
    write_terminal_table(table, colour, out);
    for (const std::size_t k : members) {
      if (report.results[k].reason.empty()) continue;
      out << "  " << report.cases[k].baseline.variant.name << ": "
          << one_line(report.results[k].reason) << '\n';
    }
    out << '\n';
  }
  for (const std::string& note : report.notes) out << "note: " << note << '\n';
  out << summary_text(report) << '\n';
}

}  // namespace assay::guard
