// The tree that the factored form walks, against its definition.
#include "sparse_grid/accelerator/tree.hpp"

#include <algorithm>
#include <random>
#include <set>

#include "cases.hpp"
#include "sparse_grid/accelerator/layout.hpp"
#include "tests/catch.hpp"

using sparse_grid::accelerator::Tree;

namespace {

using Point = std::vector<std::uint32_t>;  // level and index of each dimension

Point point_at(const testing::Case& problem, std::size_t number) {
  Point point;
  for (std::size_t k = 0; k < problem.dimensions; ++k) {
    point.push_back(problem.levels[number * problem.dimensions + k]);
    point.push_back(problem.indices[number * problem.dimensions + k]);
  }
  return point;
}

void refine(Point& point, std::size_t k, const sparse_grid::Hat& hat) {
  point[2 * k] = hat.level;
  point[2 * k + 1] = hat.index;
}

// Walks the runs and returns the tree's points, each made from its parent and one more hat.
std::vector<Point> walk(const Tree& tree, std::size_t dimensions) {
  const Point root(2 * dimensions, 1);
  std::vector<Point> path{root};
  std::vector<Point> met{root};
  Point parent = root;
  for (std::size_t r = 0; r < tree.parents.size(); ++r) {
    const auto* const run = tree.runs.data() + r * Tree::run_words;
    if (run[2] != dimensions) {
      path.resize(run[3]);
      parent = path.back();
      refine(parent, run[2], tree.parents[r]);
      path.push_back(parent);
    }
    for (std::uint32_t p = 0; p < run[1]; ++p) {
      Point child = parent;
      refine(child, run[0], tree.hats[met.size()]);
      met.push_back(child);
    }
  }
  return met;
}

}  // namespace

TEST_CASE("Walking the runs meets every grid point once, as its parent with one more hat") {
  for (std::size_t d = 1; d <= 9; ++d) {
    const testing::Case problem(d, 1, static_cast<unsigned>(60 + d));
    const Tree tree(problem.grid());
    const auto met = walk(tree, d);
    REQUIRE(met.size() == problem.grid_points());
    REQUIRE(tree.order.size() == met.size());
    CHECK(std::set<std::uint32_t>(tree.order.begin(), tree.order.end()).size() == met.size());
    for (std::size_t p = 0; p < met.size(); ++p) CHECK(met[p] == point_at(problem, tree.order[p]));
  }
}

TEST_CASE("A skip leads past everything below the parent and nothing else") {
  for (std::size_t d = 1; d <= 7; ++d) {
    const testing::Case problem(d, 1, static_cast<unsigned>(80 + d));
    const Tree tree(problem.grid());
    const auto met = walk(tree, d);
    std::size_t first = 1;  // point of the run
    for (std::size_t r = 0; r < tree.parents.size(); ++r) {
      const auto* const run = tree.runs.data() + r * Tree::run_words;
      if (run[2] != d) {
        std::size_t points = 0;
        for (std::size_t s = r; s < run[4]; ++s) points += tree.runs[s * Tree::run_words + 1];
        CHECK(points == run[5]);
        // Below a parent: equal in all dimensions up to its last refined one.
        const std::size_t prefix = 2 * (run[2] + std::size_t{1});
        const auto below = [&](const Point& point) {
          return std::equal(point.begin(), point.begin() + static_cast<std::ptrdiff_t>(prefix),
                            met[first].begin());
        };
        const auto begin = met.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = begin + run[5];
        CHECK(std::all_of(begin, end, below));
        // Outside only the parent itself.
        CHECK(std::count_if(met.begin(), begin, below) + std::count_if(end, met.end(), below) == 1);
      }
      first += run[1];
    }
  }
}

TEST_CASE("A tree of one point has no runs") {
  const std::vector<std::uint32_t> ones(3, 1);
  const Tree tree({3, ones, ones});
  CHECK(tree.order == std::vector<std::uint32_t>{0});
  CHECK(tree.runs.empty());
}

TEST_CASE("Points whose ancestors are no points hang in a tree all the same") {
  std::mt19937 random(5);
  for (std::size_t d = 1; d <= 7; ++d) {
    const testing::Case whole(d, 1, static_cast<unsigned>(90 + d));
    for (const unsigned kept_of_8 : {1U, 4U, 7U}) {
      testing::Case part = whole;
      part.levels.clear();
      part.indices.clear();
      std::set<Point> kept;
      for (std::size_t g = 0; g < whole.grid_points(); ++g) {
        if (random() % 8 >= kept_of_8) continue;
        const auto first = static_cast<std::ptrdiff_t>(g * d);
        const auto copy = [&](const auto& from, auto& to) {
          to.insert(to.end(), from.begin() + first,
                    from.begin() + first + static_cast<std::ptrdiff_t>(d));
        };
        copy(whole.levels, part.levels);
        copy(whole.indices, part.indices);
        kept.insert(point_at(whole, g));
      }
      if (kept.empty()) continue;
      const Tree tree(part.grid());
      const auto met = walk(tree, d);
      REQUIRE(tree.order.size() == met.size());
      std::set<Point> found;
      for (std::size_t p = 0; p < met.size(); ++p) {
        if (tree.order[p] == sparse_grid::no_point) {
          CHECK(p == 0);  // only the root's place is kept for it
          continue;
        }
        CHECK(met[p] == point_at(part, tree.order[p]));
        found.insert(met[p]);
      }
      CHECK(found == kept);
      CHECK(tree.parents.size() < sparse_grid::most_nodes(part.grid()));
    }
  }
}
