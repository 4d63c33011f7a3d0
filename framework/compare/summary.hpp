// Many instances of one problem in few lines.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "framework/compare/comparison.hpp"
#include "framework/compare/table.hpp"

namespace assay {

// More instances of a problem than these are summarised.
inline constexpr std::size_t most_at_length = 20;

// The instances of a comparison by their problems, in order.
[[nodiscard]] std::vector<std::span<const InstanceComparison>> by_problem(
    const std::vector<InstanceComparison>& instances);

// One row for each entry's label, which stands for the variant on all instances: on how many it has
// a result and the smallest median; the geometric mean of its median over that of the fastest, over
// the instances where it has one; and where it is worst. The label with most of the smallest
// medians comes first.
[[nodiscard]] Table summary_table(std::span<const InstanceComparison> instances);

// Sentences about the verdicts and the failures: "On 12 of 155 instances a winner is decided, ...".
[[nodiscard]] std::vector<std::string> summary_sentences(
    std::span<const InstanceComparison> instances);

}  // namespace assay
