// Fronts in the formats for people, as plain one-line text. Internal to reports.
#pragma once

#include <string>
#include <vector>

#include "framework/report/comparison.hpp"
#include "framework/report/table.hpp"

namespace assay {

// "Pareto front of sort/pairs: time, higher accuracy, lower nodes"
[[nodiscard]] std::string front_heading(const ParetoFront& front);
// One row per member, by the objective: variant, the arguments in which members may differ, median,
// interval, the further quantities, configuration.
[[nodiscard]] Table front_table(const ParetoFront& front, double confidence);
// Which member is the fastest, and of how many configurations the members are.
[[nodiscard]] std::vector<std::string> front_sentences(const ParetoFront& front);

}  // namespace assay
