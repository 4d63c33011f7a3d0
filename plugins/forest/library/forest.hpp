// The canonical form of a forest: equal trees have equal bytes, whichever variant grew them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace forest {

// A node of a tree. A tree is its nodes in depth-first preorder, the left child first: the left
// child of a split is the node after it.
struct Node {
  std::int32_t attribute = -1;  // the attribute that splits; -1: a leaf
  float threshold = 0;          // values <= threshold go left; 0 for a leaf
  std::int32_t link = 0;        // split: the right child, counted from the root; leaf: its label
  std::int32_t count = 0;       // training draws that reached the node

  [[nodiscard]] bool is_leaf() const { return attribute < 0; }
  bool operator==(const Node&) const = default;
};
using Tree = std::vector<Node>;

// The nodes of all trees, one tree after another, in an array for each member of Node.
struct Forest {
  std::vector<std::int64_t> tree_offsets;  // [trees + 1] where each tree begins, and the end
  std::vector<std::int32_t> attribute;
  std::vector<float> threshold;
  std::vector<std::int32_t> link;
  std::vector<std::int32_t> count;
};

// A view of a forest in borrowed memory. Arrays may be longer than the forest: the offsets count.
struct ForestView {
  std::span<const std::int64_t> tree_offsets;
  std::span<const std::int32_t> attribute;
  std::span<const float> threshold;
  std::span<const std::int32_t> link;
  std::span<const std::int32_t> count;

  ForestView() = default;
  ForestView(std::span<const std::int64_t> offsets, std::span<const std::int32_t> attributes,
             std::span<const float> thresholds, std::span<const std::int32_t> links,
             std::span<const std::int32_t> counts)
      : tree_offsets(offsets),
        attribute(attributes),
        threshold(thresholds),
        link(links),
        count(counts) {}
  ForestView(const Forest& forest)  // NOLINT(google-explicit-constructor)
      : ForestView(forest.tree_offsets, forest.attribute, forest.threshold, forest.link,
                   forest.count) {}

  [[nodiscard]] std::size_t trees() const { return tree_offsets.size() - 1; }
  [[nodiscard]] std::size_t nodes() const { return static_cast<std::size_t>(tree_offsets.back()); }
  [[nodiscard]] Node node(std::size_t k) const {
    return {attribute[k], threshold[k], link[k], count[k]};
  }
  // The label that one tree gives a row; value(attribute) returns the row's value. The tree must be
  // sound.
  template <class Value>
  [[nodiscard]] std::int32_t label_of(std::size_t tree, Value&& value) const {
    const auto root = static_cast<std::size_t>(tree_offsets[tree]);
    std::size_t at = root;
    while (attribute[at] >= 0) {
      at = value(static_cast<std::size_t>(attribute[at])) <= threshold[at]
               ? at + 1
               : root + static_cast<std::size_t>(link[at]);
    }
    return link[at];
  }
};

// Joins trees, in their order, to a forest.
Forest join(std::span<const Tree> trees);

// Returns "" if the view is a forest in canonical form over so many attributes and labels: every
// node of every tree is reached once, in preorder, and the children's counts add up. Otherwise
// returns the fault, with its tree and node. An unknown view must pass this check before its links
// are followed.
std::string fault(const ForestView& forest, std::size_t attributes, std::size_t labels);

// Returns "" if both are identical bit for bit, else the first tree and node that differ and how.
std::string difference(const ForestView& found, const ForestView& expected);

// The edges from the root to the deepest leaf of all trees of a sound forest.
std::size_t depth(const ForestView& forest);

// A hash of 128 bits of the canonical bytes in hexadecimal: equal for equal forests, and in
// practice for no others.
std::string hash(const ForestView& forest);

}  // namespace forest
