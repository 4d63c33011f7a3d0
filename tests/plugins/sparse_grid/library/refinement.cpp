#include "plugins/sparse_grid/library/refinement.hpp"

#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

using namespace sparse_grid;

namespace {

void refine_everything(Grid& grid) {
  const std::vector<double> surpluses(grid.size(), 1.0);
  refine(grid, select_refinable(grid, surpluses, grid.size()));
}

}  // namespace

TEST_CASE("refining everything takes the papers' grids through the known sizes", "[refinement]") {
  auto five = Grid::regular(5, 2);
  CHECK(five.size() == 11);
  refine_everything(five);
  CHECK(five.size() == 71);
  refine_everything(five);
  CHECK(five.size() == 351);

  auto ten = Grid::regular(10, 2);
  CHECK(ten.size() == 21);
  refine_everything(ten);
  CHECK(ten.size() == 241);

  auto higgs = Grid::regular(28, 2);
  refine_everything(higgs);
  CHECK(higgs.size() == 1681);
}

TEST_CASE("the refinable points of largest surplus are chosen", "[refinement]") {
  Random random(5);
  for (int round = 0; round < 20; ++round) {
    const auto grid = random_grid(random, 1 + random.below(5), 15);
    auto surpluses = random_numbers(random, grid.size());
    for (auto& s : surpluses) s = std::round(4 * s) / 4;  // makes ties
    const std::size_t count = random.below(grid.size() + 10);
    const auto chosen = select_refinable(grid, surpluses, count);

    std::vector<PointNumber> refinable;
    for (PointNumber p = 0; p < grid.size(); ++p) {
      if (is_refinable(grid, p)) refinable.push_back(p);
    }
    std::ranges::stable_sort(refinable, [&](PointNumber a, PointNumber b) {
      return std::abs(surpluses[a]) > std::abs(surpluses[b]);
    });
    refinable.resize(std::min(count, refinable.size()));
    CHECK(chosen == refinable);
  }
}

TEST_CASE("a refined point is not refinable until its children are gone", "[refinement]") {
  Random random(9);
  for (int round = 0; round < 20; ++round) {
    auto grid = random_grid(random, 1 + random.below(6), 10);
    const auto point = static_cast<PointNumber>(random.below(grid.size()));
    refine(grid, std::vector{point});
    CHECK_FALSE(is_refinable(grid, point));
    for (std::size_t k = 0; k < grid.dimensions(); ++k) {
      CHECK(grid.child(point, k, Side::left).has_value());
      CHECK(grid.child(point, k, Side::right).has_value());
    }
  }
}

TEST_CASE("a point of the deepest level has no children to miss there", "[refinement]") {
  Grid grid(1);
  const auto deepest =
      grid.insert(std::vector<std::uint32_t>{max_level}, std::vector<std::uint32_t>{1});
  CHECK_FALSE(is_refinable(grid, deepest));
  const auto before = grid.size();
  refine(grid, std::vector{deepest});
  CHECK(grid.size() == before);
}
