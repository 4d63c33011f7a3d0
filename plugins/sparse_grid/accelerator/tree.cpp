#include "sparse_grid/accelerator/tree.hpp"

#include <bit>
#include <numeric>

#include "sparse_grid/accelerator/layout.hpp"

namespace sparse_grid::accelerator {
namespace {

struct Node {
  std::uint32_t parent;
  std::uint32_t dimension;  // the last refined one; of the root: all dimensions
  Tree::Hat hat;            // in it
  std::uint32_t depth;      // refined dimensions
  std::uint32_t point;      // of the grid, or no_point
};

// The nodes of a grid, found by hashing what they are: their parent, refined in one more dimension.
class Nodes {
 public:
  explicit Nodes(const GridPoints& points)
      : table_(std::bit_ceil(2 * most_nodes(points)), no_point) {
    const auto d = static_cast<std::uint32_t>(points.dimensions());
    nodes_.reserve(table_.size() / 2);  // room that is not used is never touched
    nodes_.push_back({0, d, {1, 1}, 0, no_point});
    for (std::uint32_t point = 0; point < points.size(); ++point) {
      const auto level = points.level(point);
      const auto index = points.index(point);
      std::uint32_t node = 0;
      for (std::uint32_t k = 0; k < d; ++k) {
        if (level[k] > 1) node = child(node, k, {level[k], index[k]});
      }
      nodes_[node].point = point;
    }
  }

  [[nodiscard]] const std::vector<Node>& all() const { return nodes_; }

 private:
  std::uint32_t child(std::uint32_t parent, std::uint32_t dimension, const Tree::Hat& hat) {
    const std::size_t mask = table_.size() - 1;
    std::uint64_t hash = (std::uint64_t{parent} << 32 | hat.index) * 0x9e3779b97f4a7c15U;
    hash = (hash ^ hash >> 32 ^ dimension << 8 ^ hat.level) * 0xd6e8feb86659fd93U;
    for (std::size_t slot = (hash >> 32) & mask;; slot = (slot + 1) & mask) {
      if (table_[slot] == no_point) {
        table_[slot] = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({parent, dimension, hat, nodes_[parent].depth + 1, no_point});
        return table_[slot];
      }
      const Node& node = nodes_[table_[slot]];
      if (node.parent == parent && node.dimension == dimension && node.hat.level == hat.level &&
          node.hat.index == hat.index) {
        return table_[slot];
      }
    }
  }

  std::vector<Node> nodes_;           // the root first, parents before their children
  std::vector<std::uint32_t> table_;  // of nodes: open addressing, linear probing
};

// The children of every node, those refined in the same dimension next to each other.
class Children {
 public:
  Children(const std::vector<Node>& nodes, std::size_t dimensions)
      : firsts_(nodes.size() + 2), sorted_(nodes.size() - 1) {
    // By dimension, then by parent: both sorts count, and the second keeps the order of the first.
    std::vector<std::uint32_t> starts(dimensions + 1);
    for (std::size_t n = 1; n < nodes.size(); ++n) ++starts[nodes[n].dimension + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::uint32_t> by_dimension(sorted_.size());
    for (std::uint32_t n = 1; n < nodes.size(); ++n) {
      by_dimension[starts[nodes[n].dimension]++] = n;
      ++firsts_[nodes[n].parent + 2];
    }
    std::partial_sum(firsts_.begin(), firsts_.end(), firsts_.begin());
    for (const std::uint32_t n : by_dimension) sorted_[firsts_[nodes[n].parent + 1]++] = n;
  }

  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t node) const {
    return {sorted_.data() + firsts_[node], sorted_.data() + firsts_[node + 1]};
  }

 private:
  std::vector<std::uint32_t> firsts_;  // of each node in sorted_
  std::vector<std::uint32_t> sorted_;
};

class Builder {
 public:
  Builder(const std::vector<Node>& nodes, std::size_t dimensions, Tree& tree)
      : nodes_(nodes),
        children_(nodes, dimensions),
        dimensions_(static_cast<std::uint32_t>(dimensions)),
        tree_(tree) {
    tree_.order.reserve(nodes.size());
    tree_.hats.reserve(nodes.size());
    tree_.runs.reserve(Tree::run_words * nodes.size());
    tree_.parents.reserve(nodes.size());
    add(0);
    visit(0);
  }

 private:
  void add(std::uint32_t node) {
    tree_.order.push_back(nodes_[node].point);
    tree_.hats.push_back(nodes_[node].hat);
  }

  // The first run of a parent says how it is made of its own parent.
  void add_run(std::uint32_t parent, bool opens, std::uint32_t dimension, std::size_t points) {
    const Node& node = nodes_[parent];
    tree_.runs.insert(tree_.runs.end(),
                      {dimension, static_cast<std::uint32_t>(points),
                       opens ? node.dimension : dimensions_, node.depth, 0, 0, 0, 0});
    tree_.parents.push_back(node.hat);
  }

  // The runs of a parent, then what is below its children. No deeper than there are dimensions.
  void visit(std::uint32_t parent) {
    const auto children = children_.of(parent);
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
      // Children that are no points still have this parent.
      const bool opens = tree_.runs.size() == first_run;
      if (points > 0 || (opens && child == children.end())) add_run(parent, opens, k, points);
    }
    for (const std::uint32_t child : children) visit(child);
    tree_.runs[first_run + 4] = static_cast<std::uint32_t>(tree_.parents.size());
    tree_.runs[first_run + 5] = static_cast<std::uint32_t>(tree_.order.size() - first_point);
  }

  const std::vector<Node>& nodes_;
  Children children_;
  std::uint32_t dimensions_;
  Tree& tree_;
};

}  // namespace

std::size_t most_nodes(const GridPoints& points) {
  std::size_t nodes = 1;
  for (std::size_t point = 0; point < points.size(); ++point) {
    for (const std::uint32_t level : points.level(point)) nodes += level > 1 ? 1 : 0;
  }
  return nodes;
}

Tree::Tree(const GridPoints& points) {
  const Nodes nodes(points);
  Builder(nodes.all(), points.dimensions(), *this);
}

}  // namespace sparse_grid::accelerator
