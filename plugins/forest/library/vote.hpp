// The labels that a forest predicts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "forest/library/forest.hpp"

namespace forest {

// The label that most trees give to each sample, the lowest of several. `values` is [attributes,
// samples]; the forest must be sound (see fault).
std::vector<std::int32_t> majority_labels(const ForestView& forest, std::span<const float> values,
                                          std::size_t samples, std::size_t labels);

// The share of samples whose label is right; 1 if there are none.
double accuracy(std::span<const std::int32_t> found, std::span<const std::int32_t> right);

}  // namespace forest
