// The values that a configuration stands for, and the parameters of configurations.
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
  // Reads the configuration, the task's arguments and the shapes of its tensors only, which is all
  // that compilations ahead of time have. If a host does not pass the arguments, the tensors have
  // elements and are read instead.
  Shape(const assay::sdk::Task& task, assay_backend where);

  [[nodiscard]] bool is_binned() const { return bins > 0; }
  // Whether a tree's samples have one list for each attribute, in its order, instead of a single
  // list.
  [[nodiscard]] bool has_sorted_lists() const { return !(is_binned() && by_histogram); }
  // The least number of draws of a node that takes part in levels.
  [[nodiscard]] std::uint32_t least_open() const { return std::max(most_small, most_hosted) + 1; }
  // The bytes of local memory of a group that grows a subtree:
  // kernels/forest/level_wise/subtree_memory.h.
  [[nodiscard]] std::size_t subtree_bytes() const;

  assay_backend backend;
  std::uint32_t bins;
  bool is_gini;
  std::size_t code_bytes;
  std::size_t group;            // work items
  std::size_t elements;         // elements of a tile for each item
  std::size_t subtree_group;    // work items
  std::size_t subtree_at_once;  // attributes that a node of a subtree tries at once, at most
  std::uint32_t most_small;     // draws up to which a group grows a node's subtree: at least 1
  std::uint32_t most_hosted;    // draws up to which the host does, which has priority over groups
  std::size_t host_threads;
  std::uint32_t capacity;  // samples of a subtree, at most
  bool by_histogram;
  std::size_t copies;
  std::size_t at_once;  // attributes whose histograms a group makes in one pass
  bool by_row;
  bool repeats;
  std::size_t side_bits;  // bits in which a sample stores to which child it belongs
  std::uint32_t few_labels;
  std::size_t item_strides;
};

ParameterSet parameters(assay_backend backend);
// Adds the parameters and constraints of the host's help.
void add_host_parameters(ParameterSet& set);

}  // namespace forest::level_wise
