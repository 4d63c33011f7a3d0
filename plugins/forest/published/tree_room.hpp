// The room that a tree may need, and how many trees fit into the device's memory at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "assay/plugin.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/settings.hpp"

namespace forest::published {

// The maximum number of nodes of a tree: every leaf has at least one sample.
std::size_t most_nodes(const TrainingData& data, const Settings& settings);
// The maximum number of intervals that wait while a tree grows, left sides first: one for each
// level.
std::size_t most_pending(const TrainingData& data, const Settings& settings);

// The number of trees in a batch: `wanted` (0: all), limited by the device's memory and by `trees`.
// `tree_buffers` are the bytes of a tree in each buffer, `other_bytes` those needed besides the
// trees. Throws ASSAY_OUT_OF_MEMORY if not even one tree fits.
std::size_t trees_of_batch(const assay::sdk::Host& host, std::size_t trees, std::size_t wanted,
                           std::span<const std::size_t> tree_buffers, std::size_t other_bytes);

}  // namespace forest::published
