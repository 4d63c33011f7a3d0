// The list of subgrids against its definition.
#include "sparse_grid/accelerator/subgrids.hpp"

#include <algorithm>
#include <set>

#include "cases.hpp"
#include "sparse_grid/accelerator/layout.hpp"
#include "tests/catch.hpp"

using sparse_grid::accelerator::LevelVectors;
using sparse_grid::accelerator::Subgrids;
using testing::Case;

namespace {

bool all_at_least(const std::uint32_t* a, const std::uint32_t* b, std::size_t dimensions) {
  for (std::size_t k = 0; k < dimensions; ++k) {
    if (a[k] < b[k]) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("Every grid point has its own slot, in the subgrid of its level") {
  for (std::size_t d = 1; d <= 12; ++d) {
    const Case problem(d, 1, static_cast<unsigned>(d));
    const Subgrids subgrids(problem.grid(), LevelVectors(problem.grid()));
    const std::set<std::uint64_t> distinct(subgrids.slots.begin(), subgrids.slots.end());
    REQUIRE(distinct.size() == problem.grid_points());
    CHECK(*distinct.rbegin() < subgrids.slot_count);
    for (std::size_t g = 0; g < problem.grid_points(); ++g) {
      const auto next =
          std::upper_bound(subgrids.offsets.begin(), subgrids.offsets.end(), subgrids.slots[g]);
      const auto s = static_cast<std::size_t>(next - subgrids.offsets.begin()) - 1;
      for (std::size_t k = 0; k < d; ++k) {
        REQUIRE(subgrids.shifts[s * d + k] + 1 == problem.levels[g * d + k]);
      }
    }
  }
}

TEST_CASE("Skips and changes are what their definition says") {
  for (std::size_t d = 1; d <= 8; ++d) {
    const Case problem(d, 1, static_cast<unsigned>(20 + d));
    const Subgrids subgrids(problem.grid(), LevelVectors(problem.grid()));
    const auto* const shifts = subgrids.shifts.data();
    for (std::size_t s = 0; s < subgrids.size(); ++s) {
      if (s + 1 < subgrids.size()) {
        REQUIRE(std::lexicographical_compare(shifts + s * d, shifts + (s + 1) * d,
                                             shifts + (s + 1) * d, shifts + (s + 2) * d));
      }
      const std::size_t skip = subgrids.skips[s];
      REQUIRE(skip > s);
      REQUIRE(skip <= subgrids.size());
      for (std::size_t t = s + 1; t < skip; ++t) {
        REQUIRE(all_at_least(shifts + t * d, shifts + s * d, d));
      }
      if (skip < subgrids.size()) {
        REQUIRE_FALSE(all_at_least(shifts + skip * d, shifts + s * d, d));
      }
      for (const bool skipped : {false, true}) {
        const std::size_t target = skipped ? skip : s + 1;
        if (target == subgrids.size()) continue;
        const std::uint32_t change = subgrids.changes[2 * s + (skipped ? 1 : 0)];
        REQUIRE(change < d);
        CHECK(std::equal(shifts + s * d, shifts + s * d + change, shifts + target * d));
        CHECK(shifts[s * d + change] != shifts[target * d + change]);
      }
    }
  }
}
