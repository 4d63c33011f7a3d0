#include "forest/library/canonical.hpp"

#include <vector>

namespace forest {

Tree canonical(std::span<const LooseNode> nodes, std::int32_t root) {
  struct Waiting {
    std::int32_t place;
    std::int32_t parent;  // the node whose right child it is; -1: none
  };
  Tree tree;
  std::vector<Waiting> waiting{{root, -1}};
  while (!waiting.empty()) {
    const auto [place, parent] = waiting.back();
    waiting.pop_back();
    if (parent >= 0) {
      tree[static_cast<std::size_t>(parent)].link = static_cast<std::int32_t>(tree.size());
    }
    const LooseNode* node = &nodes[static_cast<std::size_t>(place)];
    while (node->attribute >= 0) {
      waiting.push_back({node->right, static_cast<std::int32_t>(tree.size())});
      tree.push_back({node->attribute, node->threshold, 0, node->count});
      node = &nodes[static_cast<std::size_t>(node->left)];
    }
    tree.push_back({-1, 0, node->left, node->count});
  }
  return tree;
}

}  // namespace forest
