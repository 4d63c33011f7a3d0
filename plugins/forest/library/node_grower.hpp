// Makes up its mind about one node after the other: what the growers of whole trees and of parts of
// them share.
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

// How a node's split is found is Search's: SortingSearch or PresortedSearch. One for each thread.
template <class Search>
class NodeGrower {
 public:
  using Forest = typename Search::Forest;
  using Tree = typename Search::Tree;
  using Split = typename Search::Split;

  struct Grown {
    NodeSummary summary;
    std::optional<Split> split;  // of a leaf none
  };

  // Borrows forest and table, which reaches the draws of the nodes to come.
  NodeGrower(const Forest& forest, const CountTable& table, const TrainingData& data,
             const Settings& settings)
      : settings_(settings),
        search_(forest, table, data.label_count),
        choice_(settings, data.attributes) {}

  // A node of tree number `tree`; its samples stay as they are until the next one.
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
  // Parts the samples of the node that was grown last; returns where those of the right child
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
