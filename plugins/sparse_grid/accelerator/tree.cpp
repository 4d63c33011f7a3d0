#include "sparse_grid/accelerator/tree.hpp"

#include "sparse_grid/accelerator/layout.hpp"

namespace sparse_grid::accelerator {
namespace {

class Builder {
 public:
  Builder(const Nodes& nodes, Tree& tree)
      : nodes_(nodes.all()), children_(nodes), dimensions_(nodes_[0].dimension), tree_(tree) {
    tree_.order.reserve(nodes_.size());
    tree_.hats.reserve(nodes_.size());
    tree_.runs.reserve(Tree::run_words * nodes_.size());
    tree_.parents.reserve(nodes_.size());
    add(0);
    visit(0);
  }

 private:
  void add(std::uint32_t node) {
    tree_.order.push_back(nodes_[node].point);
    tree_.hats.push_back(nodes_[node].hat);
  }

  // The first run of a parent describes how the parent is refined from its own parent.
  void add_run(std::uint32_t parent, bool opens, std::uint32_t dimension, std::size_t points) {
    const Node& node = nodes_[parent];
    tree_.runs.insert(tree_.runs.end(),
                      {dimension, static_cast<std::uint32_t>(points),
                       opens ? node.dimension : dimensions_, node.depth, 0, 0, 0, 0});
    tree_.parents.push_back(node.hat);
  }

  // Adds the runs of a parent, then everything below its children. The recursion is no deeper than
  // there are dimensions.
  void visit(std::uint32_t parent) {
    const auto children = children_.children(parent);
    if (children.empty()) return;
    const std::size_t first_run = tree_.runs.size();
    const std::size_t first_point = tree_.order.size();
    for (auto child = children.begin(); child != children.end();) {
      const std::uint32_t k = nodes_[*child].dimension;
      const std::size_t before = tree_.order.size();
      for (; child != children.end() && nodes_[*child].dimension == k; ++child) {
        if (nodes_[*child].point != no_point) add(*child);
      }
      const std::size_t points = tree_.order.size() - before;
      // Children that are not points of the grid still need their parent to be opened.
      const bool opens = tree_.runs.size() == first_run;
      if (points > 0 || (opens && child == children.end())) add_run(parent, opens, k, points);
    }
    for (const std::uint32_t child : children) visit(child);
    tree_.runs[first_run + 4] = static_cast<std::uint32_t>(tree_.parents.size());
    tree_.runs[first_run + 5] = static_cast<std::uint32_t>(tree_.order.size() - first_point);
  }

  const std::vector<Node>& nodes_;
  const Nodes& children_;
  std::uint32_t dimensions_;
  Tree& tree_;
};

}  // namespace

Tree::Tree(const GridPoints& points) {
  const Nodes nodes(points);
  Builder(nodes, *this);
}

}  // namespace sparse_grid::accelerator
