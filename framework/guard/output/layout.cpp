#include "framework/guard/output/layout.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "framework/compare/labels.hpp"
#include "framework/compare/text.hpp"
#include "framework/core/units.hpp"
#include "framework/guard/output/writer.hpp"

namespace assay::guard {
namespace {

Meaning meaning_of(CaseResult::Kind kind) {
  switch (kind) {
    case CaseResult::Kind::faster:
    case CaseResult::Kind::equivalent:
      return Meaning::good;
    case CaseResult::Kind::slower:
    case CaseResult::Kind::invalid:
      return Meaning::bad;
    case CaseResult::Kind::inconclusive:
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
  return {{case_label(one)},
          {outcome_text(result), result.accepted ? Meaning::doubtful : meaning_of(result.kind)},
          {measured ? change_text(*result.location) : ""},
          {measured ? format_seconds(result.baseline_seconds) : ""},
          {measured ? fmt::format("{:.2g}", result.p_value) : ""},
          {measured ? fmt::format("{} in {}", result.pairs, result.blocks) : ""},
          {calibration_text(result), result.calibration ? Meaning::plain : Meaning::minor}};
}

}  // namespace

std::vector<InstanceCases> by_instance(const GuardReport& report) {
  std::vector<const InstanceRecord*> records;
  for (const Case& one : report.cases) records.push_back(&one.instance.record);
  const auto labels = instance_labels(records);
  std::map<std::string, std::size_t> places;
  std::vector<InstanceCases> groups;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const auto [place, fresh] = places.emplace(labels[k], groups.size());
    if (fresh) groups.push_back({one_line(labels[k]), {}});
    groups[place->second].members.push_back(k);
  }
  return groups;
}

std::string case_label(const Case& one) { return one_line(case_name(one)); }

std::string outcome_text(const CaseResult& result) {
  return fmt::format("{}{}", to_string(result.kind), result.accepted ? " (accepted)" : "");
}

Table verdict_table(const GuardReport& report, const std::vector<std::size_t>& members) {
  Table table{{{"variant"},
               {"verdict"},
               {"change in time"},
               {"baseline", true},
               {"p", true},
               {"pairs in blocks", true},
               {"on this machine"}},
              {}};
  for (const std::size_t k : members) {
    table.rows.push_back(row_of(report.cases[k], report.results[k]));
  }
  return table;
}

Severity severity_of(const CaseResult& result) {
  if (result.accepted) return Severity::notice;
  if (result.candidate_failed) return Severity::error;
  switch (result.kind) {
    case CaseResult::Kind::slower:
      return Severity::error;
    case CaseResult::Kind::invalid:
      return Severity::warning;
    case CaseResult::Kind::inconclusive:
      return Severity::notice;
    case CaseResult::Kind::faster:
    case CaseResult::Kind::equivalent:
      break;
  }
  return Severity::none;
}

std::string finding_text(const CaseResult& result) {
  std::string text = outcome_text(result);
  if (!result.location) return text;
  return fmt::format("{}: {}, p {:.2g}, {} pairs in {} processes", text,
                     change_text(*result.location), result.p_value, result.pairs, result.blocks);
}

std::string headline(const GuardReport& report) {
  switch (exit_code(report)) {
    case 0:
      return "No regression";
    case 1:
      return "Regression";
    case 4:
      return "Inconclusive";
    default:
      return "No answer";
  }
}

}  // namespace assay::guard
