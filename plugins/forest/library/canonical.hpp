// Converts nodes in any order, such as that of levels or subtrees, to the canonical form.
#pragma once

#include <cstdint>
#include <span>

#include "forest/library/forest.hpp"

namespace forest {

// A node anywhere in an array of nodes.
struct LooseNode {
  std::int32_t attribute = -1;  // the attribute that splits; -1: a leaf
  float threshold = 0;
  std::int32_t left = 0;   // split: index of the left child; leaf: its label
  std::int32_t right = 0;  // split: index of the right child; leaf: unused
  std::int32_t count = 0;  // training draws that reached the node
};

// The tree below `root`. The children of every split are in the array, and no two nodes share one.
// Nodes that cannot be reached from the root are left out.
Tree canonical(std::span<const LooseNode> nodes, std::int32_t root);

}  // namespace forest
