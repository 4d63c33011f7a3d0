// The common part of the formats: names, tables and sentences, as plain one-line text. Internal to
// the guard.
#pragma once

#include <string>
#include <vector>

#include "framework/compare/table.hpp"
#include "framework/guard/guard.hpp"

namespace assay::guard {

// The cases of one instance, as indices into the report.
struct InstanceCases {
  std::string label;
  std::vector<std::size_t> members;
};
// The instances, in the order of their first cases.
[[nodiscard]] std::vector<InstanceCases> by_instance(const GuardReport& report);

// case_name() as one line.
[[nodiscard]] std::string case_label(const Case& one);

// The outcome as text: "slower", "slower (accepted)".
[[nodiscard]] std::string outcome_text(const CaseResult& result);

// A table with one row for each of `members`.
[[nodiscard]] Table verdict_table(const GuardReport& report,
                                  const std::vector<std::size_t>& members);

// The severity of a case, for formats that have levels: slower and failed candidates are errors,
// other invalid cases warnings, inconclusive and accepted cases notices.
enum class Severity { none, notice, warning, error };
[[nodiscard]] Severity severity_of(const CaseResult& result);

// A line such as "slower: +2.1% [+1.8%, +2.4%], p 0.0001, 480 pairs in 16 processes"; what was not
// measured is left out.
[[nodiscard]] std::string finding_text(const CaseResult& result);

// A few words on the whole report, determined by its exit code: "No regression".
[[nodiscard]] std::string headline(const GuardReport& report);

}  // namespace assay::guard
