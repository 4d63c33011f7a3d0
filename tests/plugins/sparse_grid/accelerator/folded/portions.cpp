// Data points whose values leave, or whose weights come, in portions.
#include "sparse_grid/accelerator/folded/portions.hpp"

#include <map>
#include <string>
#include <vector>

#include "../cases.hpp"
#include "tests/catch.hpp"

using sparse_grid::accelerator::folded::Portions;
using testing::Case;
using testing::Configuration;
using testing::open_or_skip;
using I = std::int64_t;

TEST_CASE("Portions are all points, each the ratio's times its smaller neighbour") {
  for (const std::size_t count : {1, 2, 3, 4}) {
    for (const std::size_t ratio : {1, 2, 4}) {
      for (const bool growing : {false, true}) {
        for (const std::size_t points : {1, 2, 3, 100, 99'991}) {
          CAPTURE(count, ratio, growing, points);
          const Portions portions(points, {.count = count, .ratio = ratio, .growing = growing});
          REQUIRE(portions.count() > 0);
          REQUIRE(portions.count() <= count);
          if (points >= 100) CHECK(portions.count() == count);
          std::size_t next = 0;
          for (std::size_t p = 0; p < portions.count(); ++p) {
            CHECK(portions.first(p) == next);
            REQUIRE(portions.points(p) > 0);
            next += portions.points(p);
            if (p == 0 || points < 100) continue;
            const std::size_t smaller = portions.points(growing ? p - 1 : p);
            const std::size_t larger = portions.points(growing ? p : p - 1);
            CHECK(larger + ratio >= ratio * smaller);  // but for what rounding moves
            CHECK(larger <= ratio * (smaller + 1) + 1);
          }
          CHECK(next == points);
        }
      }
    }
  }
}

TEST_CASE("A group goes with the first of its points' portions, or the last where they grow") {
  const std::vector<std::uint32_t> tile_ends{4, 4, 10};  // none of the second portion
  const Portions shrinking(100, {.count = 3});
  const Portions growing(100, {.count = 3, .growing = true});
  struct {
    std::uint32_t first;
    std::uint32_t count;
    std::size_t shrinking;
    std::size_t growing;
  } const groups[] = {{0, 4, 0, 0}, {0, 1, 0, 0}, {3, 2, 0, 2}, {4, 6, 2, 2}, {0, 10, 0, 2}};
  for (const auto& group : groups) {
    CAPTURE(group.first, group.count);
    CHECK(shrinking.of_group(tile_ends.data(), group.first, group.count) == group.shrinking);
    CHECK(growing.of_group(tile_ends.data(), group.first, group.count) == group.growing);
  }
}

TEST_CASE("Folded lists in portions give the right result, and their copies are marked") {
  const auto host = open_or_skip();
  for (const std::size_t points : {1, 2, 40, 700}) {
    const Case problem(4, points, static_cast<unsigned>(50 + points));
    for (const bool transposed : {false, true}) {
      for (const char* basis : {"tree", "blocks"}) {
        for (const I portions : {2, 4}) {
          Configuration configuration{{"linear_hats", std::string("folded")},
                                      {"basis", std::string(basis)},
                                      {"work_group_size", I{8}},
                                      {"points_per_item", I{2}},
                                      {"table_rows", I{512}},
                                      {"segment_entries", I{64}},
                                      {"portions", portions},
                                      {"portion_ratio", portions == 2 ? I{1} : I{3}}};
          if (transposed) {
            configuration["overlap"] = portions == 2;
            configuration["accumulation"] = std::string(portions == 2 ? "atomic" : "ordered");
          }
          CAPTURE(points, transposed, basis, portions);
          host->phases.clear();
          const auto outcome =
              testing::run(*host, testing::find_variant("support-list.opencl", transposed), problem,
                           true, configuration);
          REQUIRE(outcome.failure == "");
          CHECK(outcome.first_error <= 1);
          CHECK(outcome.second_error <= 1);
          if (transposed && portions == 4) CHECK(outcome.same_bits);
          const Portions expected(points, {.count = static_cast<std::size_t>(portions),
                                           .ratio = portions == 2 ? std::size_t{1} : 3,
                                           .growing = transposed});
          const int copies = 2 * static_cast<int>(expected.count());  // in two runs
          CHECK(host->phases[transposed ? "upload" : "download"] >= copies);
          CHECK(host->live == 0);
          CHECK(host->guards_intact());
        }
      }
    }
  }
}
