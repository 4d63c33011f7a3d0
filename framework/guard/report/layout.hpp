// What the formats say alike: names, tables, sentences, a line of text each. Internal to the guard.
#pragma once

#include <string>
#include <vector>

#include "framework/guard/guard.hpp"
#include "framework/report/table.hpp"

namespace assay::guard {

// The cases of one instance, by their places in the report.
struct InstanceCases {
  std::string label;
  std::vector<std::size_t> members;
};
// In the order of their first cases.
[[nodiscard]] std::vector<InstanceCases> by_instance(const GuardReport& report);

// case_name() as a line.
[[nodiscard]] std::string case_label(const Case& one);

// "slower", "slower (accepted)".
[[nodiscard]] std::string outcome_text(const CaseResult& result);

// A row for each of `members`.
[[nodiscard]] Table verdict_table(const GuardReport& report,
                                  const std::vector<std::size_t>& members);

// How loudly a case is told where formats have such levels: slower and failed candidates are
// errors, other invalid cases warnings, inconclusive and accepted ones notices.
enum class Severity { none, notice, warning, error };
[[nodiscard]] Severity severity_of(const CaseResult& result);

// A line: "slower: +2.1% [+1.8%, +2.4%], p 0.0001, 480 pairs in 16 processes"; what was not
// measured is left out.
[[nodiscard]] std::string finding_text(const CaseResult& result);

// A few words for the whole report, by its exit code: "No regression".
[[nodiscard]] std::string headline(const GuardReport& report);

}  // namespace assay::guard
