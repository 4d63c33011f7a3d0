#include "sparse_grid/library/nodes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "sparse_grid/library/parallel.hpp"
#include "sparse_grid/library/sorted_paths.hpp"

namespace sparse_grid {

namespace {

// For each dimension the sum over the points of `weight` of their level.
std::vector<std::size_t> weigh(const GridPoints& points, const auto& weight) {
  constexpr std::size_t least = 8192;  // number of points for which a thread pays off
  const auto ranges = parallel_ranges(points.size(), least);
  std::vector<std::vector<std::size_t>> of_parts(ranges.size());
  in_parallel(ranges.size(), [&](std::size_t part) {
    std::vector<std::size_t> sums(points.dimensions());
    for (std::size_t point = ranges[part].begin; point < ranges[part].end; ++point) {
      const auto level = points.level(point);
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += weight(level[k]);
    }
    of_parts[part] = std::move(sums);
  });
  auto sums = std::move(of_parts.front());
  for (std::size_t part = 1; part < ranges.size(); ++part) {
    std::ranges::transform(sums, of_parts[part], sums.begin(), std::plus());
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

Nodes::Nodes(const GridPoints& points, std::span<const std::uint32_t> order) {
  nodes_.reserve(2 * points.size() + 1);
  nodes_.push_back({0, static_cast<std::uint32_t>(points.dimensions()), {1, 1}, 0, no_point});
  add_points(points, order);
  sort_children();
}

// Each point leaves the path of its predecessor where the two part.
void Nodes::add_points(const GridPoints& points, std::span<const std::uint32_t> order) {
  struct Step {
    std::uint32_t place;  // of its dimension in the order
    std::uint32_t node;
  };
  const SortedPaths paths(points, order);
  std::vector<Step> path{{0, 0}};  // the root is never left
  path.reserve(order.size() + 1);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::uint32_t place = paths.parting(i);
    while (path.size() > 1 && path.back().place >= place) path.pop_back();
    for (; place < order.size(); ++place) {
      const std::uint32_t hat = paths.hat_number(i, place);
      if (hat == 0) continue;
      const auto depth = static_cast<std::uint32_t>(path.size());
      nodes_.push_back({path.back().node, order[place], hat_of(hat), depth, no_point});
      path.push_back({place, static_cast<std::uint32_t>(nodes_.size() - 1)});
    }
    nodes_[path.back().node].point = paths.point(i);
  }
}

// A node's children are stored with the last dimension of the order first; going backwards puts the
// first dimension first.
void Nodes::sort_children() {
  firsts_.resize(nodes_.size() + 2);
  for (std::size_t n = 1; n < nodes_.size(); ++n) ++firsts_[nodes_[n].parent + 2];
  std::partial_sum(firsts_.begin(), firsts_.end(), firsts_.begin());
  children_.resize(nodes_.size() - 1);
  for (auto n = static_cast<std::uint32_t>(nodes_.size() - 1); n > 0; --n) {
    children_[firsts_[nodes_[n].parent + 1]++] = n;
  }
}

std::size_t most_nodes(const GridPoints& points) {
  std::size_t nodes = 1;
  for (std::size_t point = 0; point < points.size(); ++point) {
    for (const std::uint32_t level : points.level(point)) nodes += level > 1 ? 1 : 0;
  }
  return nodes;
}

}  // namespace sparse_grid
