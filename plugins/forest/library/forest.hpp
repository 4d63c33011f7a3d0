// The canonical form of a forest: the same trees have the same bytes, whoever grew them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace forest {

// A tree is its nodes in depth-first preorder, the left child first: the left child of a split is
// the node after it.
struct Node {
  std::int32_t attribute = -1;  // that splits; -1: a leaf
  float threshold = 0;          // left holds what is <= it; of a leaf 0
  std::int32_t link = 0;        // split: the right child, counted from the root; leaf: its label
  std::int32_t count = 0;       // training draws that came here

  [[nodiscard]] bool is_leaf() const { return attribute < 0; }
  bool operator==(const Node&) const = default;
};
using Tree = std::vector<Node>;

// All trees' nodes one after the other, an array for each member of Node.
struct Forest {
  std::vector<std::int64_t> tree_offsets;  // [trees + 1] where each tree begins, and the end
  std::vector<std::int32_t> attribute;
  std::vector<float> threshold;
  std::vector<std::int32_t> link;
  std::vector<std::int32_t> count;
};

// A forest in memory of somebody else's. Arrays may be longer than the forest: the offsets tell.
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
  // The label that one tree gives a row; value(attribute) is the row's. The tree must be sound.
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

// The trees one after the other.
Forest join(std::span<const Tree> trees);

// "" if the view is a forest in canonical form over so many attributes and labels: every node of
// every tree is reached once, in preorder, and counts of children add up. Else what is wrong, with
// its tree and node. Until this has been asked, nothing of an unknown view may be followed.
std::string fault(const ForestView& forest, std::size_t attributes, std::size_t labels);

// "" if both are bit for bit the same, else the first tree and node that differ and how.
std::string difference(const ForestView& found, const ForestView& expected);

// Edges from the root to the deepest leaf of all trees of a sound forest.
std::size_t depth(const ForestView& forest);

// 128 bits of the canonical bytes in hexadecimal: equal for equal forests, and for no others in
// practice.
std::string hash(const ForestView& forest);

}  // namespace forest
