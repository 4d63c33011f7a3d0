#include "forest/library/forest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "assay/plugin.hpp"

namespace forest {
namespace {

std::string describe(const Node& node) {
  if (node.is_leaf()) return fmt::format("a leaf of label {} with {} draws", node.link, node.count);
  return fmt::format("a split of attribute {} at {} (bits {:08x}), right child {}, {} draws",
                     node.attribute, node.threshold, std::bit_cast<std::uint32_t>(node.threshold),
                     node.link, node.count);
}

bool same_bits(const Node& a, const Node& b) {
  return a.attribute == b.attribute && a.link == b.link && a.count == b.count &&
         std::bit_cast<std::uint32_t>(a.threshold) == std::bit_cast<std::uint32_t>(b.threshold);
}

std::string fault_of_node(const Node& node, std::size_t attributes, std::size_t labels) {
  if (node.count <= 0) return "has no draws";
  if (node.is_leaf()) {
    if (node.attribute != -1) return "has a negative attribute that is not -1";
    if (node.link < 0 || static_cast<std::size_t>(node.link) >= labels) return "has no known label";
    if (std::bit_cast<std::uint32_t>(node.threshold) != 0) return "is a leaf with a threshold";
    return {};
  }
  if (static_cast<std::size_t>(node.attribute) >= attributes) return "has no known attribute";
  if (!std::isfinite(node.threshold)) return "has a threshold that is not finite";
  return {};
}

// Walks a tree that should be in preorder, with a stack of the right children that are still to
// come.
std::string fault_of_tree(const ForestView& forest, std::size_t root, std::size_t end,
                          std::size_t attributes, std::size_t labels) {
  std::vector<std::size_t> waiting;
  for (std::size_t at = root; at < end; ++at) {
    const Node node = forest.node(at);
    const auto complain = [&](const std::string& what) {
      return fmt::format("node {}, {}, {}", at - root, describe(node), what);
    };
    if (auto wrong = fault_of_node(node, attributes, labels); !wrong.empty()) {
      return complain(wrong);
    }
    if (!node.is_leaf()) {
      const std::size_t right = root + static_cast<std::size_t>(std::max(node.link, 0));
      if (right <= at + 1 || right >= end) return complain("has a right child out of place");
      if (std::int64_t{forest.count[at + 1]} + forest.count[right] != node.count) {
        return complain("has counts that differ from its children's");
      }
      waiting.push_back(right);
      continue;
    }
    if (waiting.empty()) {
      if (at + 1 == end) return {};
      return complain("ends the tree, but nodes follow");
    }
    if (waiting.back() != at + 1)
      return complain("is followed by a node that is no child of any node");
    waiting.pop_back();
  }
  return "the tree ends before its last leaf";
}

}  // namespace

Forest join(std::span<const Tree> trees) {
  Forest forest;
  forest.tree_offsets.push_back(0);
  for (const Tree& tree : trees) {
    for (const Node& node : tree) {
      forest.attribute.push_back(node.attribute);
      forest.threshold.push_back(node.threshold);
      forest.link.push_back(node.link);
      forest.count.push_back(node.count);
    }
    forest.tree_offsets.push_back(static_cast<std::int64_t>(forest.count.size()));
  }
  return forest;
}

std::string fault(const ForestView& forest, std::size_t attributes, std::size_t labels) {
  if (forest.tree_offsets.empty() || forest.tree_offsets.front() != 0) {
    return "the offsets of trees do not begin with 0";
  }
  const std::size_t room = std::min(
      {forest.attribute.size(), forest.threshold.size(), forest.link.size(), forest.count.size()});
  for (std::size_t tree = 0; tree < forest.trees(); ++tree) {
    const std::int64_t root = forest.tree_offsets[tree];
    const std::int64_t end = forest.tree_offsets[tree + 1];
    if (end <= root) return fmt::format("tree {} has no nodes", tree);
    if (static_cast<std::size_t>(end) > room) {
      return fmt::format("tree {} ends at node {}, but there is room for {}", tree, end, room);
    }
    const auto wrong = fault_of_tree(forest, static_cast<std::size_t>(root),
                                     static_cast<std::size_t>(end), attributes, labels);
    if (!wrong.empty()) return fmt::format("tree {}: {}", tree, wrong);
  }
  return {};
}

std::string difference(const ForestView& found, const ForestView& expected) {
  if (found.trees() != expected.trees()) {
    return fmt::format("{} trees instead of {}", found.trees(), expected.trees());
  }
  for (std::size_t tree = 0; tree < expected.trees(); ++tree) {
    const auto root = static_cast<std::size_t>(expected.tree_offsets[tree]);
    const auto end = static_cast<std::size_t>(
        std::min(found.tree_offsets[tree + 1], expected.tree_offsets[tree + 1]));
    for (std::size_t at = root; at < end; ++at) {
      if (same_bits(found.node(at), expected.node(at))) continue;
      return fmt::format("tree {}, node {}: {} instead of {}", tree, at - root,
                         describe(found.node(at)), describe(expected.node(at)));
    }
    if (found.tree_offsets[tree + 1] != expected.tree_offsets[tree + 1]) {
      return fmt::format("tree {} has {} nodes instead of {}", tree,
                         found.tree_offsets[tree + 1] - found.tree_offsets[tree],
                         expected.tree_offsets[tree + 1] - expected.tree_offsets[tree]);
    }
  }
  return {};
}

std::size_t depth(const ForestView& forest) {
  std::size_t deepest = 0;
  std::vector<std::size_t> depths;  // depths of right children still to come
  for (std::size_t tree = 0; tree < forest.trees(); ++tree) {
    std::size_t here = 0;
    const auto end = static_cast<std::size_t>(forest.tree_offsets[tree + 1]);
    for (auto at = static_cast<std::size_t>(forest.tree_offsets[tree]); at < end; ++at) {
      if (forest.attribute[at] >= 0) {
        depths.push_back(++here);
        continue;
      }
      deepest = std::max(deepest, here);
      if (depths.empty()) continue;
      here = depths.back();
      depths.pop_back();
    }
  }
  return deepest;
}

std::string hash(const ForestView& forest) {
  const auto pair = [](std::uint32_t high, std::uint32_t low) {
    return std::uint64_t{high} << 32 | low;
  };
  const auto bits = [](auto value) { return std::bit_cast<std::uint32_t>(value); };
  assay::sdk::ContentHash content;
  for (const std::int64_t offset : forest.tree_offsets) {
    content.add(static_cast<std::uint64_t>(offset));
  }
  for (std::size_t at = 0; at < forest.nodes(); ++at) {
    content.add(pair(bits(forest.attribute[at]), bits(forest.threshold[at])));
    content.add(pair(bits(forest.link[at]), bits(forest.count[at])));
  }
  return content.text();
}

}  // namespace forest
