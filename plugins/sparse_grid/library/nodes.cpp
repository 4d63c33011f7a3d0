#include "sparse_grid/library/nodes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace sparse_grid {

namespace {

constexpr std::size_t block_points = 64;

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
    : table_(std::bit_ceil(4 * std::max(points.size(), block_points)), no_point) {
  nodes_.reserve(table_.size() / 2);  // room that is not used is never touched
  nodes_.push_back({0, static_cast<std::uint32_t>(points.dimensions()), {1, 1}, 0, no_point});
  std::vector<std::uint32_t> reached(points.size());
  for (const std::uint32_t k : order) descend(points, k, reached);
  for (std::uint32_t point = 0; point < points.size(); ++point)
    nodes_[reached[point]].point = point;
  sort_children(order);
}

// In blocks, whose places in memory are asked for before any of them is read; which points are
// refined is no branch, for nobody could predict it.
void Nodes::descend(const GridPoints& points, std::uint32_t k, std::span<std::uint32_t> reached) {
  struct Step {
    std::size_t point;
    Hat hat;
    std::size_t slot;
  };
  std::array<Step, block_points> block;
  for (std::size_t first = 0; first < points.size(); first += block.size()) {
    const std::size_t end = std::min(first + block.size(), points.size());
    if (2 * (nodes_.size() + block.size()) > table_.size()) enlarge_table();
    std::size_t count = 0;
    for (std::size_t point = first; point < end; ++point) {
      block[count] = {point, {points.level(point)[k], points.index(point)[k]}, 0};
      count += block[count].hat.level > 1 ? 1 : 0;
    }
    const std::span steps(block.data(), count);
    for (Step& step : steps) {
      step.slot = slot_of(reached[step.point], k, step.hat);
      __builtin_prefetch(&table_[step.slot]);
    }
    for (const Step& step : steps) {
      if (table_[step.slot] != no_point) __builtin_prefetch(&nodes_[table_[step.slot]]);
    }
    for (const Step& step : steps) {
      reached[step.point] = child(step.slot, reached[step.point], k, step.hat);
    }
  }
}

std::size_t Nodes::slot_of(std::uint32_t parent, std::uint32_t dimension, const Hat& hat) const {
  std::uint64_t hash = (std::uint64_t{parent} << 32 | hat.index) * 0x9e3779b97f4a7c15U;
  hash = (hash ^ hash >> 32 ^ dimension << 8 ^ hat.level) * 0xd6e8feb86659fd93U;
  return (hash >> 32) & (table_.size() - 1);
}

// Ancestors that are no points can be many more than these.
void Nodes::enlarge_table() {
  table_.assign(2 * table_.size(), no_point);
  for (std::uint32_t n = 1; n < nodes_.size(); ++n) {
    std::size_t slot = slot_of(nodes_[n].parent, nodes_[n].dimension, nodes_[n].hat);
    while (table_[slot] != no_point) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = n;
  }
}

std::uint32_t Nodes::child(std::size_t slot, std::uint32_t parent, std::uint32_t dimension,
                           const Hat& hat) {
  for (;; slot = (slot + 1) & (table_.size() - 1)) {
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
