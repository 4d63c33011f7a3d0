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

// What one thread grew in one go. The root of its part is node 0.
struct Fragment {
  std::vector<LooseNode> nodes;
  std::vector<std::pair<std::int32_t, const Fragment*>> lefts;  // children that others grew
  std::vector<std::pair<std::int32_t, const Fragment*>> rights;
  std::int32_t base = 0;  // where it begins in the whole
};

// The fragments of a tree, which several threads add.
class FragmentedTree {
 public:
  // The first one is the root's. Stays where it is.
  Fragment& add() {
    const std::scoped_lock lock(mutex_);
    return fragments_.emplace_back();
  }
  // When all of them are complete.
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
