#include "sparse_grid/library/nodes.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace sparse_grid {

namespace {

// Of each dimension, the sum over the points of what `weight` gives for their level.
std::vector<std::size_t> weigh(const GridPoints& points, const auto& weight) {
  std::vector<std::size_t> sums(points.dimensions());
  for (std::size_t point = 0; point < points.size(); ++point) {
    const auto level = points.level(point);
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += weight(level[k]);
  }
  return sums;
}

}  // namespace

std::vector<std::uint32_t> rarest_first(const GridPoints& points) {
  const auto refined = weigh(points, [](std::uint32_t level) { return level > 1 ? 1U : 0U; });
  auto order = given_order(points.dimensions());
  std::ranges::stable_sort(order, {}, [&](std::uint32_t k) { return refined[k]; });
  return order;
}

std::vector<std::uint32_t> deepest_first(const GridPoints& points) {
  const auto depths = weigh(points, [](std::uint32_t level) { return level - 1; });
  auto order = given_order(points.dimensions());
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::uint32_t k) { return depths[k]; });
  return order;
}

Nodes::Nodes(const GridPoints& points, std::span<const std::uint32_t> order)
    : table_(std::bit_ceil(2 * most_nodes(points)), no_point) {
  nodes_.reserve(table_.size() / 2);  // room that is not used is never touched
  nodes_.push_back({0, static_cast<std::uint32_t>(points.dimensions()), {1, 1}, 0, no_point});
  for (std::uint32_t point = 0; point < points.size(); ++point) {
    const auto level = points.level(point);
    const auto index = points.index(point);
    std::uint32_t node = 0;
    for (const std::uint32_t k : order) {
      if (level[k] > 1) node = child(node, k, {level[k], index[k]});
    }
    nodes_[node].point = point;
  }
  sort_children(order);
}

std::uint32_t Nodes::child(std::uint32_t parent, std::uint32_t dimension, const Hat& hat) {
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

// By dimension, then by parent: both sorts count, and the second keeps the order of the first.
void Nodes::sort_children(std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> rank(order.size());
  for (std::uint32_t r = 0; r < order.size(); ++r) rank[order[r]] = r;
  std::vector<std::uint32_t> starts(order.size() + 1);
  for (std::size_t n = 1; n < nodes_.size(); ++n) ++starts[rank[nodes_[n].dimension] + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<std::uint32_t> by_dimension(nodes_.size() - 1);
  firsts_.resize(nodes_.size() + 2);
  for (std::uint32_t n = 1; n < nodes_.size(); ++n) {
    by_dimension[starts[rank[nodes_[n].dimension]]++] = n;
    ++firsts_[nodes_[n].parent + 2];
  }
  std::partial_sum(firsts_.begin(), firsts_.end(), firsts_.begin());
  children_.resize(by_dimension.size());
  for (const std::uint32_t n : by_dimension) children_[firsts_[nodes_[n].parent + 1]++] = n;
}

std::size_t most_nodes(const GridPoints& points) {
  std::size_t nodes = 1;
  for (std::size_t point = 0; point < points.size(); ++point) {
    for (const std::uint32_t level : points.level(point)) nodes += level > 1 ? 1 : 0;
  }
  return nodes;
}

}  // namespace sparse_grid
