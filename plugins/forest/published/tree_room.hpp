// What a tree may need, and how many trees the device's memory holds at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "assay/plugin.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/settings.hpp"

namespace forest::published {

// Leaves have a sample each.
std::size_t most_nodes(const TrainingData& data, const Settings& settings);
// Intervals that wait while a tree grows with its left sides first: one for each level.
std::size_t most_pending(const TrainingData& data, const Settings& settings);

// Trees of a batch: `wanted`, or fewer where the device's memory says so, and no more than
// there are. `tree_buffers` are the bytes of a tree in each buffer, `other_bytes` what there is
// beside the trees. Throws ASSAY_OUT_OF_MEMORY where not one tree fits.
std::size_t trees_of_batch(const assay::sdk::Host& host, std::size_t trees, std::size_t wanted,
                           std::span<const std::size_t> tree_buffers, std::size_t other_bytes);

}  // namespace forest::published
