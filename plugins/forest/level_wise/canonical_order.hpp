// Arranges the nodes of a batch in canonical order and copies them to the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "forest/level_wise/launcher.hpp"
#include "forest/level_wise/nodes.hpp"
#include "forest/level_wise/shape.hpp"

namespace forest::level_wise {

class CanonicalOrder {
 public:
  // Borrows the task's outputs, and keeps them page-locked.
  CanonicalOrder(const Device& device, const assay::sdk::Program& program,
                 const assay::sdk::Task& task, std::size_t nodes, std::size_t trees);

  // Writes `trees` trees from number first_tree on, behind those of the last call; the first call
  // begins with tree 0. Throws sdk::Error (ASSAY_INTERNAL) if they do not fit into the outputs.
  void write(const Nodes& nodes, const Grown& grown, std::uint32_t first_tree, std::uint32_t trees,
             Launcher& launcher);

 private:
  void find_offsets(const Nodes& nodes, const Grown& grown, Launcher& launcher);

  std::span<std::int64_t> tree_offsets_;
  std::span<std::int32_t> attribute_;
  std::span<float> threshold_;
  std::span<std::int32_t> link_;
  std::span<std::int32_t> count_;
  std::vector<assay::sdk::PageLock> locks_;
  std::vector<std::uint32_t> roots_;  // [trees] sizes, then offsets within the batch
  assay::sdk::Buffer<std::uint32_t> subtree_sizes_;
  assay::sdk::Buffer<std::uint32_t> ancestors_;
  assay::sdk::Buffer<std::uint32_t> offsets_;
  assay::sdk::Buffer<std::uint32_t> other_ancestors_;
  assay::sdk::Buffer<std::uint32_t> other_offsets_;
  assay::sdk::Buffer<std::uint32_t> batch_offsets_;  // [trees]
  assay::sdk::Buffer<std::int32_t> to_attributes_;
  assay::sdk::Buffer<float> to_thresholds_;
  assay::sdk::Buffer<std::int32_t> to_links_;
  assay::sdk::Buffer<std::int32_t> to_counts_;
  assay::sdk::Kernel measure_subtrees_;
  assay::sdk::Kernel begin_offsets_;
  assay::sdk::Kernel double_offsets_;
  assay::sdk::Kernel emit_;
};

}  // namespace forest::level_wise
