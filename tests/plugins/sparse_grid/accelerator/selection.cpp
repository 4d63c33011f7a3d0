// Which subgrids are stored full: the selectors against their equations, and memory.
#include "sparse_grid/accelerator/selection.hpp"

#include <algorithm>

#include "cases.hpp"
#include "tests/catch.hpp"

using sparse_grid::accelerator::LevelVectors;
using sparse_grid::accelerator::MemoryNeed;
using sparse_grid::accelerator::Parts;
using sparse_grid::accelerator::Selection;
using sparse_grid::accelerator::Selector;
using sparse_grid::accelerator::SubgridCosts;

namespace {

constexpr MemoryNeed plenty{1e18, 1e18};
constexpr SubgridCosts costs{.slot = 8, .subgrid = 40, .point = 8};

double stored_slots(const LevelVectors& subgrids, const Selection& selection) {
  double slots = 0;
  for (std::size_t s = 0; s < subgrids.size(); ++s) {
    if (selection.linear[s]) slots += subgrids.full_points(s);
  }
  return slots;
}

double points_per_slot(const LevelVectors& subgrids, std::size_t s) {
  return static_cast<double>(subgrids.used[s]) / subgrids.full_points(s);
}

// The level vectors of points in two dimensions on these levels, whatever their indices.
LevelVectors of_levels(const std::vector<std::uint32_t>& levels) {
  return LevelVectors({2, levels, levels});
}

}  // namespace

TEST_CASE("Level vectors are told apart, ordered and counted") {
  for (std::size_t d = 1; d <= 28; ++d) {
    const testing::Case problem(d, 1, static_cast<unsigned>(d));
    const LevelVectors subgrids(problem.grid());
    const auto& levels = subgrids.levels;
    REQUIRE(levels.size() == subgrids.size() * d);
    for (std::size_t s = 0; s + 1 < subgrids.size(); ++s) {
      REQUIRE(std::ranges::lexicographical_compare(subgrids.level(s), subgrids.level(s + 1)));
    }
    std::vector<std::uint32_t> used(subgrids.size());
    for (std::size_t g = 0; g < problem.grid_points(); ++g) {
      const auto level = subgrids.level(subgrids.owners[g]);
      REQUIRE(std::ranges::equal(level, std::span(problem.levels).subspan(g * d, d)));
      ++used[subgrids.owners[g]];
    }
    CHECK(used == subgrids.used);
  }
}

TEST_CASE("A subgrid's full size is 2^(|level| - d), whatever the depth") {
  const std::vector<std::uint32_t> levels{1, 1, 32, 31, 3, 2};
  const auto subgrids = of_levels(levels);
  CHECK(subgrids.full_points(0) == 1);
  CHECK(subgrids.full_points(1) == 8);
  CHECK(subgrids.full_points(2) == 0x1p61);
}

TEST_CASE("Levels that no point has are refused") {
  for (const std::uint32_t level : {0U, 33U, 64U}) {
    const std::vector<std::uint32_t> levels{1, level};
    CHECK_THROWS_WITH(of_levels(levels), contains("levels 1 to 32"));
  }
}

TEST_CASE("Equation 4.3 decides by points and utilisation, both strictly") {
  const Selector selector{.by_utilisation = true, .points = 4, .utilisation = 0.25};
  CHECK(selector.streams(3, 4));        // |S| < p
  CHECK_FALSE(selector.streams(4, 4));  // |S| = p
  CHECK_FALSE(selector.streams(4, 16));
  CHECK(selector.streams(4, 32));  // |S| / |S^| < u
  CHECK_FALSE(selector.streams(8, 32));
  const Selector none{.by_utilisation = true};
  CHECK_FALSE(none.streams(1, 0x1p60));
  const Selector all{.by_utilisation = true, .utilisation = 2};
  CHECK(all.streams(1, 1));
}

TEST_CASE("Equation 5.1 decides by both sizes, both strictly") {
  const Selector selector{.by_utilisation = false, .full_threshold = 64, .used_threshold = 4};
  CHECK_FALSE(selector.streams(1, 64));   // |S^| = u^
  CHECK(selector.streams(3, 128));        // |S^| > u^ and |S| < u
  CHECK_FALSE(selector.streams(4, 128));  // |S| = u
  const Selector combined{
      .by_utilisation = false, .points = 2, .full_threshold = 64, .used_threshold = 4};
  CHECK(combined.streams(1, 64));
  const Selector all{.by_utilisation = false, .full_threshold = 0, .used_threshold = 0x1p31};
  CHECK(all.streams(1000, 1024));
}

TEST_CASE("Where there is memory for all, the selector alone decides") {
  const testing::Case problem(4, 1, 3);
  const LevelVectors subgrids(problem.grid());
  const Selector selector{.by_utilisation = true, .points = 2, .utilisation = 0.3};
  const Selection selection(subgrids, selector, costs, plenty);
  std::size_t count = 0;
  std::size_t points = 0;
  for (std::size_t s = 0; s < subgrids.size(); ++s) {
    const double used = subgrids.used[s];
    REQUIRE(selection.linear[s] == !selector.streams(used, subgrids.full_points(s)));
    count += selection.linear[s] ? 1 : 0;
    points += selection.linear[s] ? subgrids.used[s] : 0;
  }
  CHECK(count > 0);
  CHECK(count < subgrids.size());
  CHECK(selection.linear_subgrids == count);
  CHECK(selection.linear_points == points);
  CHECK_FALSE(selection.memory_limited);
}

TEST_CASE("The parts of a grid are the points of its subgrids, in their order") {
  const testing::Case problem(4, 1, 4);
  const LevelVectors subgrids(problem.grid());
  const Selection selection(subgrids, {.by_utilisation = true, .points = 3}, costs, plenty);
  const Parts parts(subgrids, selection);
  REQUIRE(parts.linear.size() == selection.linear_points);
  CHECK(parts.linear.size() + parts.streamed.size() == problem.grid_points());
  for (const bool linear : {false, true}) {
    const auto& part = linear ? parts.linear : parts.streamed;
    REQUIRE_FALSE(part.empty());
    CHECK(std::ranges::is_sorted(part));
    for (const std::uint32_t g : part) CHECK(selection.linear[subgrids.owners[g]] == linear);
  }
}

TEST_CASE("The level vectors of the linear part are those that its points have") {
  for (std::size_t d = 1; d <= 28; d += 3) {
    const testing::Case problem(d, 1, static_cast<unsigned>(40 + d));
    const LevelVectors subgrids(problem.grid());
    for (const double threshold : {0.0, 2.0, 4.0, 1e9}) {
      const Selection selection(subgrids, {.points = threshold}, costs, plenty);
      const Parts parts(subgrids, selection);
      const LevelVectors expected(problem.grid().part(parts.linear));
      CHECK(parts.linear_vectors.dimensions == d);
      CHECK(parts.linear_vectors.size() == selection.linear_subgrids);
      CHECK(parts.linear_vectors.levels == expected.levels);
      CHECK(parts.linear_vectors.used == expected.used);
      CHECK(parts.linear_vectors.owners == expected.owners);
    }
  }
}

TEST_CASE("Where memory is short, the fewest points per byte leave, and no more than must") {
  const testing::Case problem(3, 1, 8);
  const LevelVectors subgrids(problem.grid());
  const Selection all(subgrids, {}, costs, plenty);
  REQUIRE(all.linear_subgrids == subgrids.size());
  const double slots = stored_slots(subgrids, all);
  constexpr SubgridCosts slots_only{.slot = 8, .subgrid = 0, .point = 0};
  for (const double part : {0.9, 0.5, 0.1, 0.01, 0.0}) {
    const double limit = part * slots * slots_only.slot;
    for (const MemoryNeed available : {MemoryNeed{limit, 1e18}, MemoryNeed{1e18, limit}}) {
      const Selection selection(subgrids, {}, slots_only, available);
      CHECK(selection.memory_limited);
      CHECK(stored_slots(subgrids, selection) * slots_only.slot <= limit);
      double worst_kept = 2;
      double best_left = 0;
      double smallest_best = 1e18;  // of those left that were the best of them
      for (std::size_t s = 0; s < subgrids.size(); ++s) {
        const double worth = points_per_slot(subgrids, s);
        if (selection.linear[s]) {
          worst_kept = std::min(worst_kept, worth);
        } else if (worth >= best_left) {
          smallest_best = worth > best_left ? subgrids.full_points(s)
                                            : std::min(smallest_best, subgrids.full_points(s));
          best_left = worth;
        }
      }
      CHECK(best_left <= worst_kept);
      // The last that left had to.
      CHECK((stored_slots(subgrids, selection) + smallest_best) * slots_only.slot > limit);
    }
  }
}

TEST_CASE("MemoryNeed that is gone before anything is stored leaves nothing to store") {
  const testing::Case problem(2, 1, 1);
  const LevelVectors subgrids(problem.grid());
  const Selection selection(subgrids, {}, costs, {1e18, -1});
  CHECK(selection.linear_subgrids == 0);
  CHECK(selection.memory_limited);
}

TEST_CASE("A subgrid of more slots than can be numbered is never stored") {
  const std::vector<std::uint32_t> levels{1, 1, 17, 16, 17, 15};  // 1, 2^31, 2^30 slots
  const auto subgrids = of_levels(levels);
  CHECK(Selection(subgrids, {}, costs, plenty).linear == std::vector<bool>{true, true, true});
  const std::vector<std::uint32_t> deeper{1, 1, 17, 17};
  const Selection selection(of_levels(deeper), {}, costs, plenty);
  CHECK(selection.linear == std::vector<bool>{true, false});
  CHECK(selection.memory_limited);
}
