// Compares the tree of a grid with its definition.
#include "sparse_grid/library/nodes.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "scattered.hpp"
#include "tests/catch.hpp"

using namespace sparse_grid;

namespace {

using Step = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // dimension, level, index

// The refined dimensions on the path from the root to a node.
std::vector<Step> path_of(const Nodes& nodes, std::uint32_t node) {
  std::vector<Step> path;
  for (; node != 0; node = nodes.all()[node].parent) {
    const Node& at = nodes.all()[node];
    path.insert(path.begin(), {at.dimension, at.hat.level, at.hat.index});
  }
  return path;
}

}  // namespace

TEST_CASE("each point has its node, each prefix of its refinements one as well, and no other") {
  for (const auto& [count, dimensions] :
       {std::pair{1, 1}, {1, 20}, {63, 2}, {64, 5}, {65, 5}, {300, 28}, {2000, 6}}) {
    const Scattered scattered(static_cast<std::size_t>(count), static_cast<std::size_t>(dimensions),
                              7);
    const GridPoints points = scattered.points();
    auto order = given_order(points.dimensions());
    std::ranges::reverse(order);
    const Nodes nodes(points, order);
    std::set<std::vector<Step>> expected{{}};
    std::map<std::uint32_t, std::vector<Step>> paths;
    for (std::uint32_t point = 0; point < points.size(); ++point) {
      std::vector<Step> path;
      for (const std::uint32_t k : order) {
        if (points.level(point)[k] == 1) continue;
        path.emplace_back(k, points.level(point)[k], points.index(point)[k]);
        expected.insert(path);
      }
      paths[point] = path;
    }
    INFO(count << " points of " << dimensions << " dimensions, " << expected.size() << " nodes");
    REQUIRE(nodes.all().size() == expected.size());
    std::size_t found = 0;
    for (std::uint32_t node = 0; node < nodes.all().size(); ++node) {
      const auto path = path_of(nodes, node);
      const Node& at = nodes.all()[node];
      CHECK(expected.contains(path));
      CHECK(at.depth == path.size());
      CHECK((node == 0 || at.parent < node));
      if (at.point == no_point) continue;
      ++found;
      CHECK(paths.at(at.point) == path);
    }
    CHECK(found == points.size());
  }
}

TEST_CASE("children lie together by dimension, in its order") {
  const Scattered scattered(500, 4, 3);
  const std::vector<std::uint32_t> order{2, 0, 3, 1};
  const Nodes nodes(scattered.points(), order);
  std::size_t children = 0;
  for (std::uint32_t node = 0; node < nodes.all().size(); ++node) {
    std::ptrdiff_t last = 0;
    for (const std::uint32_t child : nodes.children(node)) {
      ++children;
      CHECK(nodes.all()[child].parent == node);
      const auto rank = std::ranges::find(order, nodes.all()[child].dimension) - order.begin();
      CHECK(rank >= last);
      last = rank;
    }
  }
  CHECK(children == nodes.all().size() - 1);
}
