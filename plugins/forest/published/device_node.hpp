// Nodes in the device's format, and their conversion to trees.
#pragma once

#include <cstdint>
#include <span>

#include "forest/library/forest.hpp"
#include "forest/published/device_data.hpp"

namespace forest::published {

// node_t of kernels/forest/workgroup_tree.kernel.
struct DeviceNode {
  std::int32_t attribute;  // -1: a leaf
  std::uint32_t low;       // split: the greatest key on the left
  std::uint32_t high;      // split: the least key on the right
  std::uint32_t link;      // split: the right child, counted from the root; leaf: the label
  std::uint32_t count;     // draws
};

// Converts nodes in depth-first preorder to a tree.
inline Tree tree_of(std::span<const DeviceNode> nodes, const DeviceData& data) {
  Tree tree;
  tree.reserve(nodes.size());
  for (const DeviceNode& node : nodes) {
    const float threshold =
        node.attribute < 0
            ? 0
            : data.threshold(static_cast<std::uint32_t>(node.attribute), node.low, node.high);
    tree.push_back({node.attribute, threshold, static_cast<std::int32_t>(node.link),
                    static_cast<std::int32_t>(node.count)});
  }
  return tree;
}

}  // namespace forest::published
