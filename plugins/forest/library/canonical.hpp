// From nodes in whatever order they came to be, as from levels or subtrees, to the canonical form.
#pragma once

#include <cstdint>
#include <span>

#include "forest/library/forest.hpp"

namespace forest {

// A node anywhere in an array of such.
struct LooseNode {
  std::int32_t attribute = -1;  // that splits; -1: a leaf
  float threshold = 0;
  std::int32_t left = 0;   // split: the left child's place in the array; leaf: its label
  std::int32_t right = 0;  // split: the right child's place; leaf: nothing
  std::int32_t count = 0;  // training draws that came here
};

// The tree below `root`. Every split's children lie in the array, and no two nodes share one.
// Nodes out of the root's reach are left out.
Tree canonical(std::span<const LooseNode> nodes, std::int32_t root);

}  // namespace forest
