// The tables of an explanation for people, independent of the markup. Internal to reports.
#pragma once

#include <string>
#include <vector>

#include "framework/compare/table.hpp"
#include "framework/insight/explanation.hpp"

namespace assay {

// A parameter's values and a pair are left out below these shares, unless everything is asked for.
inline constexpr double least_parameter_share = 0.05;
inline constexpr double least_pair_share = 0.02;

// A heading such as "convolution-A100: 4362 trials, 12 of them failed, best 0.9 ms".
[[nodiscard]] std::string heading_of(const Explanation& explanation);
// Sentences that say how far the tables can be trusted.
[[nodiscard]] std::vector<std::string> sentences_of(const Explanation& explanation);

// A table with one row for each parameter and each significant pair. Empty without a model.
[[nodiscard]] Table share_table(const Explanation& explanation, bool everything);
// A table with one row for each value of the significant parameters, and of the parameters whose
// values fail unevenly.
[[nodiscard]] Table value_table(const Explanation& explanation, bool everything);
[[nodiscard]] Table budget_table(const Explanation& explanation);

// A text such as "12 compile-error, 3 timeout".
[[nodiscard]] std::string failure_text(const ValueInsight& value);

}  // namespace assay
