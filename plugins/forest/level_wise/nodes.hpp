// The nodes of a batch of trees on the device, as in kernels/forest/level_wise/nodes.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "assay/plugin.hpp"

namespace forest::level_wise {

// The nodes in the order of their creation. Each buffer has an element for each node.
struct Nodes {
  Nodes(const assay::sdk::Host& host, std::size_t count)
      : attributes(host, count),
        thresholds(host, count),
        links(host, count),
        counts(host, count),
        parents(host, count) {}

  assay::sdk::Buffer<std::int32_t> attributes;  // -1: a leaf
  assay::sdk::Buffer<float> thresholds;         // 0 for leaves
  assay::sdk::Buffer<std::uint32_t> links;   // split: its left child, before the right; leaf: label
  assay::sdk::Buffer<std::uint32_t> counts;  // draws
  assay::sdk::Buffer<std::uint32_t> parents;  // a root is its own parent
};

// Further data of the nodes while they grow, and the lists of nodes whose subtrees others grow.
struct NodesInWork {
  // `hosted_count`: the maximum number of nodes for the host.
  NodesInWork(const assay::sdk::Host& host, std::size_t count, std::size_t hosted_count)
      : begins(host, count),
        sizes(host, count),
        trees(host, count),
        keys(host, count),
        places(host, count),
        small(host, count),
        hosted(host, hosted_count > 0 ? hosted_count : 1),
        hosted_begins(host, hosted_count > 0 ? hosted_count : 1) {}

  // Data of each node.
  assay::sdk::Buffer<std::uint32_t> begins;  // first of its samples in each list
  assay::sdk::Buffer<std::uint32_t> sizes;
  assay::sdk::Buffer<std::uint32_t> trees;
  assay::sdk::Buffer<std::uint64_t> keys;
  assay::sdk::Buffer<std::uint32_t> places;  // 2 depth + which of the two lists holds its samples
  // Lists of nodes.
  assay::sdk::Buffer<std::uint32_t> small;   // grown by groups of work items
  assay::sdk::Buffer<std::uint32_t> hosted;  // grown by the host
  assay::sdk::Buffer<std::uint32_t> hosted_begins;
};

// The samples of the batch's trees.
struct TreeSamples {
  TreeSamples(const assay::sdk::Host& host, std::size_t most_trees, std::size_t samples,
              std::size_t list_count, std::uint32_t list_capacity, std::size_t side_bits)
      : capacity(list_capacity),
        packed(host, most_trees * samples),
        sides(host, most_trees * (side_bits == 1 ? (samples + 31) / 32 * 4 : samples)),
        lists{assay::sdk::Buffer<std::uint32_t>(host, most_trees * list_count * list_capacity),
              assay::sdk::Buffer<std::uint32_t>(host, most_trees * list_count * list_capacity)} {}

  std::uint32_t first_tree = 0;
  std::uint32_t trees = 0;
  std::uint32_t capacity;                    // room of a list, in samples
  assay::sdk::Buffer<std::uint32_t> packed;  // [trees, samples]
  assay::sdk::Buffer<std::byte> sides;       // [trees] as in kernels/forest/level_wise/sides.h
  // Levels alternate: each reads one list and writes the other.
  std::array<assay::sdk::Buffer<std::uint32_t>, 2> lists;
};

// The size and composition of a grown batch.
struct Grown {
  std::uint32_t nodes = 0;
  std::uint32_t deepest = 0;      // depth
  std::uint64_t level_nodes = 0;  // nodes that were split level by level
  std::uint32_t small = 0;        // subtrees that groups grew
  std::uint32_t small_draws = 0;
  std::uint32_t hosted = 0;  // subtrees that the host grew
  std::uint32_t hosted_draws = 0;
};

}  // namespace forest::level_wise
