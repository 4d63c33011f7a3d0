// The rule by which a guard reaches its verdicts, as text. Documentation is generated from the
// options with which the guard runs.
#pragma once

#include <string>

#include "framework/guard/guard.hpp"

namespace assay::guard {

// The rule in words, as items of a Markdown list.
[[nodiscard]] std::string describe_rule(const GuardOptions& options);

// All numbers of the rule in one line: two rules are equal if their lines are.
[[nodiscard]] std::string rule_line(const GuardOptions& options);

}  // namespace assay::guard
