// The tables of an explanation for people, whatever the markup. Internal to reports.
#pragma once

#include <string>
#include <vector>

#include "framework/insight/explanation.hpp"
#include "framework/report/table.hpp"

namespace assay {

// Below these shares a parameter's values and a pair are left out, unless everything is asked for.
inline constexpr double least_parameter_share = 0.05;
inline constexpr double least_pair_share = 0.02;

// "convolution-A100: 4362 trials, 12 of them failed, best 0.9 ms".
[[nodiscard]] std::string heading_of(const Explanation& explanation);
// How far to believe the tables, as sentences.
[[nodiscard]] std::vector<std::string> sentences_of(const Explanation& explanation);

// One row for each parameter and each pair of weight. Empty without a model.
[[nodiscard]] Table share_table(const Explanation& explanation, bool everything);
// One row for each value of the parameters of weight, and of those whose values fail unevenly.
[[nodiscard]] Table value_table(const Explanation& explanation, bool everything);
[[nodiscard]] Table budget_table(const Explanation& explanation);

// "12 compile-error, 3 timeout".
[[nodiscard]] std::string failure_text(const ValueInsight& value);

}  // namespace assay
