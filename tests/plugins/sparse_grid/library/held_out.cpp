#include "plugins/sparse_grid/library/held_out.hpp"

#include <algorithm>

#include "tests/catch.hpp"

using namespace sparse_grid;

namespace {

// Samples whose coordinates and targets give the number of their row.
Samples numbered(std::size_t count) {
  Samples samples;
  samples.dimensions = 2;
  for (std::size_t m = 0; m < count; ++m) {
    const auto x = static_cast<double>(m);
    samples.points.insert(samples.points.end(), {x, -x});
    samples.targets.push_back(2 * x);
  }
  return samples;
}

}  // namespace

TEST_CASE("every sample ends on one side, with its target and in order", "[held_out]") {
  for (const std::size_t count : {0, 1, 30, 99, 100}) {
    Samples kept = numbered(100);
    const Samples held = hold_out(kept, count, 5);
    REQUIRE(held.size() == count);
    REQUIRE(kept.size() == 100 - count);
    CHECK(std::ranges::is_sorted(kept.targets));
    CHECK(std::ranges::is_sorted(held.targets));
    std::vector<bool> seen(100, false);
    for (const Samples* side : std::initializer_list<const Samples*>{&kept, &held}) {
      for (std::size_t m = 0; m < side->size(); ++m) {
        CHECK(side->points[2 * m + 1] == -side->points[2 * m]);
        CHECK(side->targets[m] == 2 * side->points[2 * m]);
        seen[static_cast<std::size_t>(side->points[2 * m])] = true;
      }
    }
    CHECK(std::ranges::count(seen, true) == 100);
  }
}

TEST_CASE("the choice is random, and the same for a seed", "[held_out]") {
  const auto chosen = [](std::uint64_t seed) {
    Samples samples = numbered(1000);
    return hold_out(samples, 300, seed).targets;
  };
  CHECK(chosen(1) == chosen(1));
  CHECK(chosen(1) != chosen(2));
  // About half of the chosen rows are from the first half, within six standard deviations of the
  // hypergeometric distribution.
  const auto targets = chosen(1);
  const auto first = std::ranges::count_if(targets, [](double y) { return y < 1000; });
  CHECK(std::abs(static_cast<double>(first) - 150) < 45);
}

TEST_CASE("samples without targets are held out as well", "[held_out]") {
  auto samples = uniform_samples(3, 10, 1);
  const auto held = hold_out(samples, 4, 1);
  CHECK(held.size() == 4);
  CHECK(held.targets.empty());
  CHECK(samples.size() == 6);
  CHECK(samples.targets.empty());
}
