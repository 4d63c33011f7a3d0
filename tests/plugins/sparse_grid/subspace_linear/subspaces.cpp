#include "plugins/sparse_grid/subspace_linear/subspaces.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "tests/catch.hpp"
#include "tests/plugins/sparse_grid/random_grid.hpp"

namespace assay::subspace_linear {
namespace {

GridView view(const ::sparse_grid::Grid& grid) {
  return {grid.dimensions(), grid.levels(), grid.indices()};
}

bool covers(const Subspace& low, const Subspace& high) {
  for (std::size_t j = 0; j < low.exponents.size(); ++j) {
    if (high.exponents[j] < low.exponents[j]) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("subspaces are the distinct level vectors in lexicographic order") {
  ::sparse_grid::Random random(1);
  for (std::size_t d = 1; d <= 6; ++d) {
    const auto grid = ::sparse_grid::random_grid(random, d, 40);
    const auto list = list_subspaces(view(grid));
    std::map<std::vector<std::uint32_t>, std::size_t> expected;
    for (std::uint32_t p = 0; p < grid.size(); ++p) {
      std::vector<std::uint32_t> exponents(grid.level(p).begin(), grid.level(p).end());
      for (auto& e : exponents) --e;
      ++expected[exponents];
      REQUIRE(list.entries[list.of_point[p]].exponents == exponents);
    }
    REQUIRE(list.entries.size() == expected.size());
    std::size_t k = 0;
    for (const auto& [exponents, count] : expected) {
      CHECK(list.entries[k].exponents == exponents);
      CHECK(list.entries[k].points == count);
      ++k;
    }
  }
}

TEST_CASE("a skip index is the first later subspace that is not above in every dimension") {
  ::sparse_grid::Random random(2);
  for (int round = 0; round < 20; ++round) {
    const auto grid = ::sparse_grid::random_grid(random, 1 + random.below(5), 60);
    const auto list = list_subspaces(view(grid));
    for (std::size_t k = 0; k < list.entries.size(); ++k) {
      const auto first = std::find_if(list.entries.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                                      list.entries.end(),
                                      [&](const auto& e) { return !covers(list.entries[k], e); });
      CHECK(list.entries[k].skip == static_cast<std::size_t>(first - list.entries.begin()));
    }
  }
}

TEST_CASE("the parent has the last raised dimension at level 1") {
  const auto grid = ::sparse_grid::Grid::regular(4, 5);
  const auto list = list_subspaces(view(grid));
  for (std::size_t k = 1; k < list.entries.size(); ++k) {
    auto exponents = list.entries[k].exponents;
    REQUIRE(exponents[list.entries[k].raised] > 0);
    exponents[list.entries[k].raised] = 0;
    CHECK(list.entries[list.entries[k].parent].exponents == exponents);
    CHECK(list.entries[k].full());
  }
  CHECK(list.entries.size() == 70);  // 4 dimensions, |exponents| <= 4: C(8, 4)
}

TEST_CASE("bad grids are refused by name of the point") {
  const auto refused = [](std::vector<std::uint32_t> levels, std::vector<std::uint32_t> indices,
                          const char* why) {
    CHECK_THROWS_WITH(list_subspaces({2, levels, indices}), contains(why));
  };
  refused({1, 1, 0, 1}, {1, 1, 1, 1}, "grid point 1, dimension 0: level 0");
  refused({1, 32}, {1, 1}, "grid point 0, dimension 1: level 32");
  refused({1, 1, 2, 1}, {1, 1, 2, 1}, "index 2 is not an odd number below 2^2");
  refused({1, 1, 2, 1}, {1, 1, 5, 1}, "index 5");
  refused({1, 1, 2, 2}, {1, 1, 1, 1}, "not ancestor-complete");
  refused({2, 1}, {1, 1}, "not ancestor-complete");
  CHECK(list_subspaces({2, {}, {}}).entries.empty());
}

}  // namespace assay::subspace_linear
