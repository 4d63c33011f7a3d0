// Grows one node after another: the common part of the growers of whole trees and of parts of
// trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "forest/library/draws.hpp"
#include "forest/library/inputs.hpp"
#include "forest/library/node_scan.hpp"
#include "forest/library/score.hpp"
#include "forest/library/tree_part.hpp"

namespace forest {

// The grower of a thread's nodes; each thread has its own. Search, a SortingSearch or a
// PresortedSearch, finds a node's split.
template <class Search>
class NodeGrower {
 public:
  using Forest = typename Search::Forest;
  using Tree = typename Search::Tree;
  using Split = typename Search::Split;

  struct Grown {
    NodeSummary summary;
    std::optional<Split> split;  // none for a leaf
  };

  // Borrows forest and table, which must cover the draws of all later nodes.
  NodeGrower(const Forest& forest, const CountTable& table, const TrainingData& data,
             const Settings& settings)
      : settings_(settings),
        search_(forest, table, data.label_count),
        choice_(settings, data.attributes) {}

  // Grows a node of tree number `tree`; its samples must not change before the next call.
  Grown grow(Tree& samples, std::uint32_t tree, const TreePart& part) {
    Grown node{search_.begin(samples, part), std::nullopt};
    if (node.summary.is_pure || node.summary.draws < settings_.minimum_node_size ||
        part.depth >= settings_.maximum_depth) {
      return node;
    }
    choice_.begin(tree, part.key);
    for (auto batch = choice_.next(); !node.split && !batch.empty(); batch = choice_.next()) {
      for (const std::uint32_t attribute : batch) search_.try_attribute(attribute, node.split);
    }
    return node;
  }
  // Partitions the samples of the node that was grown last; returns where those of the right child
  // begin.
  std::size_t part(Tree& samples, const TreePart& part, const Split& split) {
    return search_.part(samples, part, split);
  }

 private:
  Settings settings_;
  Search search_;
  AttributeChoice choice_;
};

}  // namespace forest
