// Tests that impossible shapes and those that are too large are refused with their sizes.
#include "compact_grid/library/grid.hpp"

#include "assay/plugin.hpp"
#include "tests/catch.hpp"

using compact_grid::Grid;
using compact_grid::uint;

namespace {

std::string refusal(uint dimensions, uint levels, bool has_boundary) {
  try {
    const Grid grid(dimensions, levels, has_boundary);
  } catch (const assay::sdk::Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("shapes out of range are refused") {
  CHECK_THAT(refusal(0, 3, false), contains("dimensions = 0 lies outside 1 to 32"));
  CHECK_THAT(refusal(33, 3, false), contains("dimensions = 33 lies outside 1 to 32"));
  CHECK_THAT(refusal(3, 0, true), contains("levels = 0 lies outside 1 to 31"));
  CHECK_THAT(refusal(3, 32, true), contains("levels = 32 lies outside 1 to 31"));
  CHECK(refusal(32, 3, false).empty());
  CHECK(refusal(1, 31, true).empty());
}

TEST_CASE("more points than 64 bits count are refused with their number") {
  const std::string without = refusal(20, 31, false);
  CHECK_THAT(without, contains("20 dimensions and 31 levels without boundary has about"));
  CHECK_THAT(without, contains("points") && contains("bytes in double precision"));
  CHECK_THAT(refusal(32, 20, true), contains("with boundary has about"));
}

TEST_CASE("positions that need more bits than a variant has are refused") {
  CHECK_NOTHROW(Grid(10, 11, false).require_index_bits(32));
  const Grid large(10, 16, false);
  CHECK_NOTHROW(large.require_index_bits(64));
  CHECK_THROWS_WITH(large.require_index_bits(32),
                    contains(std::to_string(large.points())) && contains("32 bits"));
}

TEST_CASE("with boundary there are 2^n + 1 points in one dimension, and 3^d at the least") {
  CHECK(Grid(1, 5, true).points() == 33);
  CHECK(Grid(4, 1, true).points() == 81);
  CHECK(Grid(4, 1, true).subspaces() == 81);
  CHECK(Grid(2, 2, true).points() == 5 + 4 * 3 + 4);
}
