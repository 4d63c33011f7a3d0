// A batch of trees that grows on the device, all nodes of a level at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/plugin.hpp"
#include "forest/level_wise/batch_size.hpp"
#include "forest/level_wise/encoder.hpp"
#include "forest/level_wise/launcher.hpp"
#include "forest/level_wise/nodes.hpp"
#include "forest/level_wise/programs.hpp"
#include "forest/level_wise/shape.hpp"
#include "forest/library/inputs.hpp"

namespace forest::level_wise {

class HostSubtrees;

class GrowingTrees {
 public:
  // Allocates for batches of up to `trees` trees. Borrows the encoder, which must have encoded
  // before trees grow.
  GrowingTrees(const Device& device, const Shape& shape, const Programs& programs,
               const TrainingData& data, const Settings& settings, const TreeBounds& bounds,
               std::size_t trees, const Encoder& columns);

  // Grows `trees` trees of the forest from first_tree on; all nodes but those that `host`, if there
  // is one, is to graft.
  Grown grow(std::uint32_t first_tree, std::uint32_t trees, HostSubtrees* host, Launcher& launcher);

  [[nodiscard]] const Nodes& nodes() const { return nodes_; }
  [[nodiscard]] const NodesInWork& in_work() const { return work_; }

 private:
  // The counters in the order of kernels/forest/level_wise/nodes.h.
  struct Counters {
    std::uint32_t nodes, open, small, small_draws, hosted, hosted_draws, undecided, deepest,
        heaviest;
  };

  void plant(Launcher& launcher);
  Grown grow_levels(HostSubtrees* host, Launcher& launcher);
  void grow_level(std::uint32_t open, std::uint32_t depth, Launcher& launcher);
  [[nodiscard]] std::uint32_t is_binned() const { return shape_.is_binned() ? 1 : 0; }
  // The number of groups that search a node for its split, each among some of the attributes tried.
  [[nodiscard]] std::uint32_t search_groups() const;
  void search(std::uint32_t open, std::uint32_t round, Launcher& launcher);
  void grow_small(std::uint32_t small, Launcher& launcher);
  Counters read_counters(Launcher& launcher);
  void clear_counter(std::size_t place);

  Shape shape_;
  TrainingData data_;
  Settings settings_;
  TreeBounds bounds_;
  const Encoder& columns_;
  Nodes nodes_;
  NodesInWork work_;
  TreeSamples samples_;
  std::uint32_t place_ = 0;  // which of the two lists holds the samples of the level
  assay::sdk::Buffer<std::uint64_t> table_;
  assay::sdk::Buffer<std::uint32_t> tree_sizes_;
  // Data of each open node.
  assay::sdk::Buffer<std::uint32_t> open_;
  assay::sdk::Buffer<std::uint32_t> next_open_;
  assay::sdk::Buffer<std::uint32_t> states_;
  assay::sdk::Buffer<std::uint32_t> label_counts_;
  assay::sdk::Buffer<std::uint64_t> term_sums_;
  assay::sdk::Buffer<std::byte> candidates_;
  assay::sdk::Buffer<std::byte> splits_;
  assay::sdk::Buffer<std::uint32_t> counters_;
  assay::sdk::Kernel draw_;
  assay::sdk::Kernel make_lists_;
  assay::sdk::Kernel pack_samples_;
  assay::sdk::Kernel plant_;
  assay::sdk::Kernel summarise_;
  assay::sdk::Kernel search_;
  assay::sdk::Kernel decide_;
  assay::sdk::Kernel take_sides_;
  assay::sdk::Kernel partition_;
  assay::sdk::Kernel grow_subtrees_;
};

}  // namespace forest::level_wise
