// What support lists do beside giving the right result, which variants.cpp shows.
#include <string>

#include "cases.hpp"
#include "tests/catch.hpp"

using testing::Case;
using testing::Configuration;
using testing::open_or_skip;

namespace {

using I = std::int64_t;

// A tile for each data point: many lists, which are made in 1 megabyte.
const Configuration many_lists{
    {"work_group_size", I{1}}, {"points_per_item", I{1}}, {"list_megabytes", I{1}}};

}  // namespace

TEST_CASE("Lists that do not fit together are made batch by batch, in every run anew") {
  const auto host = open_or_skip();
  if (!host) return;
  const Case problem(3, 20'000, 21);
  for (const bool transposed : {false, true}) {
    for (const char* accumulation : {"atomic", "ordered"}) {
      if (!transposed && accumulation == std::string("atomic")) continue;
      auto configuration = many_lists;
      if (transposed) configuration["accumulation"] = std::string(accumulation);
      configuration["segment_entries"] = I{64};
      const auto outcome =
          testing::run(*host, testing::find_variant("support-list.opencl", transposed), problem,
                       false, configuration);
      REQUIRE(outcome.failure == "");
      CHECK(outcome.first_error <= 1);
      CHECK(outcome.second_error <= 1);
      CHECK(host->trial_facts["list_batches"] > 1);
      CHECK(host->trial_facts["list_bytes"] <= 1e6);
      CHECK(4 * host->trial_facts["list_entries"] > 1e6);
    }
  }
}

TEST_CASE("Sums in one order have the same bits in every run") {
  const auto host = open_or_skip();
  if (!host) return;
  const Case problem(5, 5'000, 22);
  for (const I copies : {1, 4}) {
    const auto outcome = testing::run(
        *host, testing::find_variant("support-list.opencl", true), problem, false,
        {{"accumulation", std::string("ordered")}, {"copies", copies}, {"work_group_size", I{4}}});
    CHECK(outcome.first_error <= 1);
    CHECK(outcome.same_bits);
  }
}

TEST_CASE("Lists made on the host must fit together, and the message says what need not") {
  const auto host = open_or_skip();
  if (!host) return;
  const Case problem(3, 20'000, 21);
  auto configuration = many_lists;
  configuration["lists"] = std::string("host");
  const auto outcome = testing::run(*host, testing::find_variant("support-list.opencl", false),
                                    problem, false, configuration);
  CHECK(outcome.status == ASSAY_UNSUPPORTED);
  CHECK_THAT(outcome.failure, contains("list_megabytes"));
  CHECK(host->live == 0);
}

TEST_CASE("A list that is cut into segments gives what it gives in one") {
  const auto host = open_or_skip();
  if (!host) return;
  const Case problem(6, 301, 23);
  for (const bool transposed : {false, true}) {
    for (const I entries : {64, 16384}) {
      const auto outcome = testing::run(
          *host, testing::find_variant("support-list.opencl", transposed), problem, false,
          {{"segment_entries", entries},
           {"work_group_size", I{8}},
           {"data_order", std::string("given")}});
      CHECK(outcome.first_error <= 1);
      CHECK(outcome.second_error <= 1);
    }
  }
}

TEST_CASE("Folded lists give what the definition gives, whatever shares a tile") {
  const auto host = open_or_skip();
  if (!host) return;
  for (const std::size_t dimensions : {1, 2, 3, 5, 8, 28, 64}) {
    for (const I points : {1, 33, 500}) {
      Case problem(dimensions, static_cast<std::size_t>(points), 24);
      // All in one corner of a cell of level 6: nearly every hat is a line there.
      if (points == 33) {
        for (double& x : problem.data) x = 0x1p-6 * (x + (x < 0.5 ? 37 : 21));
      }
      for (const I groups : {1, 4}) {
        for (const char* order : {"given", "z-order"}) {
          for (const bool transposed : {false, true}) {
            for (const bool is_double : {false, true}) {
              Configuration configuration{{"linear_hats", std::string("folded")},
                                          {"tile_groups", groups},
                                          {"tile_kinks", I{groups == 1 ? 8 : 512}},
                                          {"table_rows", I{groups == 1 ? 128 : 512}},
                                          {"front_dimensions", I{groups == 1 ? 1 : 0}},
                                          {"work_group_size", I{8}},
                                          {"points_per_item", I{2}},
                                          {"data_order", std::string(order)}};
              const auto outcome =
                  testing::run(*host, testing::find_variant("support-list.opencl", transposed),
                               problem, is_double, configuration);
              INFO(dimensions << "-D, " << points << " points, " << groups << " groups, " << order
                              << (transposed ? ", B v" : ", B^T alpha")
                              << (is_double ? ", double" : ", float"));
              REQUIRE(outcome.failure == "");
              CHECK(outcome.first_error <= 1);
              CHECK(outcome.second_error <= 1);
              CHECK(host->live == 0);
              CHECK(host->guards_intact);
            }
          }
        }
      }
    }
  }
}

// Lists are cut from 1,024 entries at a time: parents whose children are in two parts are opened
// twice. And front parts that do not fit into local memory together come in chunks.
TEST_CASE("Folded lists of a grid of several parts give what the definition gives") {
  const auto host = open_or_skip();
  if (!host) return;
  const Case problem(sparse_grid::Grid::regular(3, 7), 300, 27);
  REQUIRE(problem.grid_points() > 2'048);
  for (const bool transposed : {false, true}) {
    for (const bool few : {false, true}) {
      const auto outcome = testing::run(
          *host, testing::find_variant("support-list.opencl", transposed), problem, true,
          {{"linear_hats", std::string("folded")},
           {"tile_kinks", I{few ? 8 : 512}},
           {"front_dimensions", I{2}},
           {"table_rows", I{few ? 32 : 512}},
           {"work_group_size", I{8}}});
      REQUIRE(outcome.failure == "");
      CHECK(outcome.first_error <= 1);
      CHECK(outcome.second_error <= 1);
      CHECK((host->trial_facts["folded_chunks"] > host->trial_facts["folded_tiles"]) == few);
    }
  }
}

TEST_CASE("Folded sums in one order have the same bits in every run") {
  const auto host = open_or_skip();
  if (!host) return;
  const Case problem(5, 2'000, 25);
  const auto outcome =
      testing::run(*host, testing::find_variant("support-list.opencl", true), problem, false,
                   {{"linear_hats", std::string("folded")},
                    {"accumulation", std::string("ordered")},
                    {"work_group_size", I{8}}});
  CHECK(outcome.first_error <= 1);
  CHECK(outcome.same_bits);
}

TEST_CASE("Folded lists beyond their memory are refused, with the bytes and what to do") {
  const auto host = open_or_skip();
  if (!host) return;
  const Case problem(5, 5'000, 26);
  const auto outcome =
      testing::run(*host, testing::find_variant("support-list.opencl", false), problem, false,
                   {{"linear_hats", std::string("folded")},
                    {"tile_groups", I{1}},
                    {"work_group_size", I{8}},
                    {"points_per_item", I{1}},
                    {"list_megabytes", I{1}}});
  CHECK(outcome.status == ASSAY_UNSUPPORTED);
  CHECK_THAT(outcome.failure, contains("bytes") || contains("list_megabytes"));
  CHECK(host->live == 0);
}
