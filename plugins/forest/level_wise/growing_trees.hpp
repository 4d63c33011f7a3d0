// A batch of trees that grows on the device, all nodes of a level at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "assay/plugin.hpp"
#include "forest/level_wise/batch_size.hpp"
#include "forest/level_wise/encoder.hpp"
#include "forest/level_wise/launcher.hpp"
#include "forest/level_wise/programs.hpp"
#include "forest/level_wise/shape.hpp"
#include "forest/library/inputs.hpp"

namespace forest::level_wise {

// Nodes of a batch in whatever order they came to be: kernels/forest/level_wise/nodes.h. Buffers
// have an element for each node.
struct Nodes {
  Nodes(const assay::sdk::Host& host, std::size_t count)
      : attributes(host, count),
        thresholds(host, count),
        links(host, count),
        counts(host, count),
        parents(host, count) {}

  assay::sdk::Buffer<std::int32_t> attributes;  // -1: a leaf
  assay::sdk::Buffer<float> thresholds;         // of splits
  assay::sdk::Buffer<std::uint32_t> links;      // a split's left child, before its right one; a
                                                // leaf's label
  assay::sdk::Buffer<std::uint32_t> counts;     // draws
  assay::sdk::Buffer<std::uint32_t> parents;    // a root's is itself
};

class GrowingTrees {
 public:
  struct Grown {
    std::uint32_t nodes;
    std::uint32_t deepest;  // depth
  };

  // For batches of up to so many trees. Borrows the encoder, which must have encoded before trees
  // grow.
  GrowingTrees(const Device& device, const Shape& shape, const Programs& programs,
               const TrainingData& data, const Settings& settings, const TreeBounds& bounds,
               std::size_t trees, const Encoder& columns);

  // Trees first_tree, ... of the forest.
  Grown grow(std::uint32_t first_tree, std::uint32_t trees, Launcher& launcher);

  [[nodiscard]] const Nodes& nodes() const { return nodes_; }

 private:
  // Places of kernels/forest/level_wise/nodes.h.
  struct Counters {
    std::uint32_t nodes, open, small, undecided, deepest, heaviest;
    std::array<std::uint32_t, 2> unused;
  };

  void plant(Launcher& launcher);
  void grow_level(std::uint32_t open, std::uint32_t depth, Launcher& launcher);
  [[nodiscard]] std::uint32_t is_binned() const { return shape_.is_binned() ? 1 : 0; }
  // Groups that search a node for its split, each among some of the attributes that it tries.
  [[nodiscard]] std::uint32_t search_groups() const;
  void search(std::uint32_t open, std::uint32_t round, Launcher& launcher);
  void grow_small(std::uint32_t small, Launcher& launcher);
  Counters read_counters(Launcher& launcher);

  Shape shape_;
  TrainingData data_;
  Settings settings_;
  TreeBounds bounds_;
  const Encoder& columns_;
  Nodes nodes_;
  std::uint32_t first_tree_ = 0;
  std::uint32_t trees_ = 0;
  std::uint32_t place_ = 0;  // which of the two lists_ holds the samples of the level
  assay::sdk::Buffer<std::uint64_t> table_;
  assay::sdk::Buffer<std::uint32_t> packed_;  // [trees, samples]
  assay::sdk::Buffer<std::uint8_t> sides_;    // [trees, samples]
  std::array<assay::sdk::Buffer<std::uint32_t>, 2> lists_;
  assay::sdk::Buffer<std::uint32_t> tree_sizes_;
  // Of each node, while it grows.
  assay::sdk::Buffer<std::uint32_t> begins_;
  assay::sdk::Buffer<std::uint32_t> sizes_;
  assay::sdk::Buffer<std::uint32_t> node_trees_;
  assay::sdk::Buffer<std::uint64_t> keys_;
  assay::sdk::Buffer<std::uint32_t> places_;
  assay::sdk::Buffer<std::uint32_t> small_;
  // Of each open node.
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
