// SARIF 2.1.0 (OASIS): a result for each case that is not fine, as code scanning shows them.
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>

#include "framework/compare/text.hpp"
#include "framework/core/hash.hpp"
#include "framework/core/value.hpp"
#include "framework/guard/output/layout.hpp"
#include "framework/guard/output/writers.hpp"

namespace assay::guard {
namespace {

using nlohmann::json;

struct SarifRule {
  const char* id;
  const char* level;
  const char* summary;
  const char* help;
};

constexpr std::array<SarifRule, 4> rules = {{
    {"slower", "error", "The candidate is slower than the baseline.",
     "Both builds ran in pairs, in fresh processes; a second round confirmed the difference."},
    {"candidate-failed", "error", "The candidate gives no verified result where the baseline does.",
     "It crashed, hung, or its output is wrong. Run the variant with `assay run` to see it alone."},
    {"invalid", "warning", "The builds could not be compared.",
     "A missing result does not prove that nothing got slower: fix what the message names."},
    {"inconclusive", "note", "The samples show neither a difference nor that there is none.",
     "More blocks or a quieter machine would; `assay guard plan` says what that costs."},
}};

// The index into `rules`. Requires a case that is reported.
std::size_t rule_of(const CaseResult& result) {
  if (result.kind == CaseResult::Kind::slower) return 0;
  if (result.candidate_failed) return 1;
  return result.kind == CaseResult::Kind::invalid ? 2 : 3;
}

json rules_json() {
  json all = json::array();
  for (const SarifRule& rule : rules) {
    all.push_back({{"id", rule.id},
                   {"shortDescription", {{"text", rule.summary}}},
                   {"help", {{"text", rule.help}}},
                   {"defaultConfiguration", {{"level", rule.level}}}});
  }
  return all;
}

// A path as a URI reference (RFC 3986), by which artifacts are named.
std::string uri_of(const std::string& path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

// The location of a case. Code scanning shows only results with a file, so this names the scenario
// that asks for the case.
json location_json(const GuardReport& report, const Case& one) {
  const std::string& variant = one.baseline.variant.name;
  const json name = {{"name", variant},
                     {"fullyQualifiedName", one.instance.record.problem + "/" + variant}};
  json location = {{"logicalLocations", json::array({name})}};
  if (!report.scenario.empty()) {
    location["physicalLocation"] = {{"artifactLocation", {{"uri", uri_of(report.scenario)}}},
                                    {"region", {{"startLine", 1}}}};
  }
  return location;
}

// A fingerprint by which code scanning recognises a case in other runs; independent of what is
// measured.
std::string fingerprint(const Case& one) {
  Hasher hasher;
  hasher.text(one.instance.record.problem).text(canonical_text(one.instance.record.arguments));
  return hasher.text(case_label(one)).hex();
}

json result_json(const GuardReport& report, const std::string& label, std::size_t k) {
  const Case& one = report.cases[k];
  const CaseResult& result = report.results[k];
  const std::size_t rule = rule_of(result);
  std::string message = fmt::format("{}, {}: {}", case_label(one), label, finding_text(result));
  if (!result.reason.empty()) message += "; " + result.reason;
  json told = {{"ruleId", rules[rule].id},
               {"ruleIndex", rule},
               {"level", result.accepted ? "note" : rules[rule].level},
               {"message", {{"text", one_line(message)}}},
               {"locations", json::array({location_json(report, one)})},
               {"partialFingerprints", {{"primaryLocationLineHash", fingerprint(one)}}}};
  if (result.accepted) {
    told["suppressions"] =
        json::array({{{"kind", "external"}, {"justification", "--accept names it"}}});
  }
  return told;
}

// The notes and the success of the run itself.
json invocation_json(const GuardReport& report) {
  json notes = json::array();
  for (const std::string& note : report.notes) {
    notes.push_back({{"level", "note"}, {"message", {{"text", one_line(note)}}}});
  }
  return {{"executionSuccessful", exit_code(report) != 3},
          {"exitCode", exit_code(report)},
          {"exitCodeDescription", summary_text(report)},
          {"toolExecutionNotifications", notes}};
}

}  // namespace

void write_sarif(const GuardReport& report, std::ostream& out) {
  json results = json::array();
  for (const auto& [label, members] : by_instance(report)) {
    for (const std::size_t k : members) {
      if (severity_of(report.results[k]) == Severity::none) continue;
      results.push_back(result_json(report, label, k));
    }
  }
  const json run = {{"tool", {{"driver", {{"name", "assay guard"}, {"rules", rules_json()}}}}},
                    {"invocations", json::array({invocation_json(report)})},
                    {"results", results}};
  const json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", json::array({run})}};
  out << log.dump(2, ' ', false, json::error_handler_t::replace) << '\n';
}

}  // namespace assay::guard
