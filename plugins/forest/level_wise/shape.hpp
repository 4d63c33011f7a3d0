// What a configuration means, and which there are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "assay/plugin.hpp"
#include "forest/library/inputs.hpp"

namespace forest::level_wise {

using assay::sdk::Device;
using assay::sdk::ParameterSet;

struct Shape {
  // From shapes of the task's tensors and from its arguments alone, as compilations ahead of time
  // have them. A host that tells no arguments has tensors with elements.
  Shape(const assay::sdk::Task& task, assay_backend where);

  [[nodiscard]] bool is_binned() const { return bins > 0; }
  // Samples of a tree have a list for each attribute, in its order, instead of one.
  [[nodiscard]] bool has_sorted_lists() const { return !(is_binned() && by_histogram); }
  // Draws from which on a node takes part in levels.
  [[nodiscard]] std::uint32_t least_open() const { return std::max(most_small, most_hosted) + 1; }
  // Local memory of a group that grows a subtree: kernels/forest/level_wise/subtree_memory.h.
  [[nodiscard]] std::size_t subtree_bytes() const;

  assay_backend backend;
  std::uint32_t bins;
  bool is_gini;
  std::size_t code_bytes;
  std::size_t group;            // work items
  std::size_t elements;         // that an item has of a tile
  std::size_t subtree_group;    // work items
  std::size_t subtree_at_once;  // attributes of a node of a subtree, at most
  std::uint32_t most_small;     // draws of a node whose subtree a group grows: at least 1
  std::uint32_t most_hosted;    // draws of a node whose subtree the host grows, before all groups
  std::size_t host_threads;
  std::uint32_t capacity;  // of a subtree, in samples
  bool by_histogram;
  std::size_t copies;
  std::size_t at_once;  // attributes whose histograms a group makes in one pass
  bool by_row;
  bool repeats;
  std::size_t side_bits;  // of a sample: to which child it belongs
  std::uint32_t few_labels;
  std::size_t item_strides;
};

ParameterSet parameters(assay_backend backend);
// What the host's help adds to them.
void add_host_parameters(ParameterSet& set);

}  // namespace forest::level_wise
