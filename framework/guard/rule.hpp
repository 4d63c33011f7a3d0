// The rule by which a guard comes to its verdicts, as text: what is written about it is made of the
// options that it runs with.
#pragma once

#include <string>

#include "framework/guard/guard.hpp"

namespace assay::guard {

// In words, as items of a Markdown list.
[[nodiscard]] std::string describe_rule(const GuardOptions& options);

// All its numbers, in one line: two rules are the same where these are.
[[nodiscard]] std::string rule_line(const GuardOptions& options);

}  // namespace assay::guard
