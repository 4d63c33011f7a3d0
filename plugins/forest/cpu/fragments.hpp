// Trees that several threads grow piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "forest/library/canonical.hpp"

namespace forest {

// The piece of a tree that one task grew. The root of the piece is node 0.
struct Fragment {
  std::vector<LooseNode> nodes;
  std::vector<std::pair<std::int32_t, const Fragment*>> lefts;  // children grown by other tasks
  std::vector<std::pair<std::int32_t, const Fragment*>> rights;
  std::int32_t base = 0;  // index of its first node in the whole tree
};

// The fragments of a tree, to which several threads add.
class FragmentedTree {
 public:
  // Adds a fragment, whose address is stable. The first one holds the tree's root.
  Fragment& add() {
    const std::scoped_lock lock(mutex_);
    return fragments_.emplace_back();
  }
  // Joins the fragments, all of which must be complete, to a tree.
  Tree finish() {
    std::vector<LooseNode> nodes;
    for (Fragment& fragment : fragments_) {
      fragment.base = static_cast<std::int32_t>(nodes.size());
      for (LooseNode node : fragment.nodes) {
        if (node.attribute >= 0) {
          node.left += fragment.base;
          node.right += fragment.base;
        }
        nodes.push_back(node);
      }
    }
    for (const Fragment& fragment : fragments_) {
      const auto place = [&](std::int32_t node) -> LooseNode& {
        const std::int32_t at = fragment.base + node;
        return nodes[static_cast<std::size_t>(at)];
      };
      for (const auto& [node, child] : fragment.lefts) place(node).left = child->base;
      for (const auto& [node, child] : fragment.rights) place(node).right = child->base;
    }
    return canonical(nodes, 0);
  }

 private:
  std::mutex mutex_;
  std::deque<Fragment> fragments_;
};

}  // namespace forest
