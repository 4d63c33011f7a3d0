// Fronts for the formats for people, as plain one-line text. Internal to reports.
#pragma once

#include <string>
#include <vector>

#include "framework/compare/comparison.hpp"
#include "framework/compare/table.hpp"

namespace assay {

// A heading such as "Pareto front of sort/pairs: time, higher accuracy, lower nodes".
[[nodiscard]] std::string front_heading(const ParetoFront& front);
// One row per member, in order of the objective: variant, the arguments in which members may
// differ, median, interval, the other axes, configuration.
[[nodiscard]] Table front_table(const ParetoFront& front, double confidence);
// Sentences that say which member is the fastest and how many configurations were candidates.
[[nodiscard]] std::vector<std::string> front_sentences(const ParetoFront& front);

}  // namespace assay
