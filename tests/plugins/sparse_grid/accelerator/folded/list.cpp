// Support lists whose tiles have a basis each, along trees and by blocks.
#include <array>
#include <bit>
#include <string>
#include <variant>
#include <vector>

#include "../cases.hpp"
#include "tests/campaign.hpp"
#include "tests/catch.hpp"
#include "tests/sanitized.hpp"

using testing::Case;
using testing::Configuration;
using testing::open_or_skip;
using testing::Setting;

namespace {

using I = std::int64_t;

constexpr std::array bases{"tree", "blocks"};
constexpr std::size_t most_dimensions_of_trees = 16;

// Both bases, tiles of few points and kinks and of many, in both orders.
std::vector<Configuration> configurations_for(std::size_t dimensions, bool transposed) {
  std::vector<Configuration> all;
  for (const char* basis : bases) {
    if (basis == std::string("tree") && dimensions > most_dimensions_of_trees) continue;
    for (const bool few : {true, false}) {
      for (const char* order : {"given", "z-order"}) {
        all.push_back({{"linear_hats", std::string("folded")},
                       {"basis", std::string(basis)},
                       {"tile_groups", I{few ? 1 : 4}},
                       {"tile_kinks", I{few ? 8 : 512}},
                       {"table_rows", I{few ? 144 : 512}},
                       {"front_dimensions", I{few ? 1 : 0}},
                       {"stage", I{few ? 8 : 64}},
                       {"segment_entries", I{few ? 64 : 1024}},
                       {"portions", I{few ? 3 : 1}},
                       {"work_group_size", I{8}},
                       {"points_per_item", I{2}},
                       {"data_order", std::string(order)}});
        if (transposed) all.back()["accumulation"] = std::string(few ? "atomic" : "ordered");
      }
    }
  }
  return all;
}

// Compiling takes the time: the rest of the dimensions is for runs of every case. Sanitizers see
// the host's code alone, which is the same in all of them.
std::vector<std::size_t> numbers_of_dimensions() {
  if (assay::test::sanitized()) return {2};
  if (assay::test::every_case()) return {1, 2, 3, 5, 8, 16, 28, 64};
  return {3, 64};
}

std::string name_of(const Configuration& configuration) {
  return std::get<std::string>(configuration.at("basis")) + ", " +
         std::to_string(std::get<I>(configuration.at("tile_groups"))) + " groups, " +
         std::get<std::string>(configuration.at("data_order"));
}

}  // namespace

// Half of all combinations, by the parity of their choices, in float or in double by another
// parity: any two choices meet, in a quarter of the time that compiling everything takes.
TEST_CASE("Folded lists give what the definition gives, whatever shares a tile") {
  const auto host = open_or_skip();
  std::size_t instances = 0;
  for (const std::size_t dimensions : numbers_of_dimensions()) {
    for (const I points : {1, 33, 500}) {
      ++instances;
      Case problem(dimensions, static_cast<std::size_t>(points), 24);
      // All in one corner of a cell of level 6: nearly every hat is a line there.
      if (points == 33) {
        for (double& x : problem.data) x = 0x1p-6 * (x + (x < 0.5 ? 37 : 21));
      }
      for (const bool transposed : {false, true}) {
        const auto configurations = configurations_for(dimensions, transposed);
        for (std::size_t k = 0; k < configurations.size(); ++k) {
          const std::size_t choices = instances + (transposed ? 1 : 0);
          if ((choices + static_cast<std::size_t>(std::popcount(k))) % 2 == 1) continue;
          const bool is_double = (choices / 2 + k) % 2 == 1;
          const auto outcome =
              testing::run(*host, testing::find_variant("support-list.opencl", transposed), problem,
                           is_double, configurations[k]);
          INFO(dimensions << "-D, " << points << " points, " << name_of(configurations[k])
                          << (transposed ? ", B v" : ", B^T alpha")
                          << (is_double ? ", double" : ", float"));
          REQUIRE(outcome.failure == "");
          CHECK(outcome.first_error <= 1);
          CHECK(outcome.second_error <= 1);
          CHECK(host->live == 0);
          CHECK(host->guards_intact());
        }
      }
    }
  }
}

// Lists are cut from 1,024 entries at a time: parents whose children are in two parts are opened
// twice. And front parts for which there are
// too few rows, as a tile of many factors leaves, come in chunks.
TEST_CASE("Folded lists of a grid of several parts give what the definition gives") {
  const auto host = open_or_skip();
  const Case problem(sparse_grid::Grid::regular(3, 7), 300, 27);
  REQUIRE(problem.grid_points() > 2'048);
  const std::array<Configuration, 3> configurations{
      Configuration{{"basis", std::string("tree")}, {"tile_kinks", I{512}}},
      Configuration{{"basis", std::string("blocks")}, {"tile_kinks", I{512}}},
      Configuration{{"basis", std::string("blocks")}, {"tile_kinks", I{8}}}};
  for (const bool transposed : {false, true}) {
    for (auto configuration : configurations) {
      configuration["linear_hats"] = std::string("folded");
      configuration["work_group_size"] = I{8};
      configuration["front_dimensions"] = I{2};
      configuration["table_rows"] = I{512};
      const auto outcome =
          testing::run(*host, testing::find_variant("support-list.opencl", transposed), problem,
                       true, configuration);
      REQUIRE(outcome.failure == "");
      CHECK(outcome.first_error <= 1);
      CHECK(outcome.second_error <= 1);
      if (configuration.at("basis") == Setting{std::string("tree")}) continue;
      const bool in_chunks = configuration.at("tile_kinks") == Setting{I{512}};
      CHECK((host->trial_facts["folded_chunks"] > host->trial_facts["folded_tiles"]) == in_chunks);
    }
  }
}

TEST_CASE("Long walks along trees are cut, and give what they give in one") {
  const auto host = open_or_skip();
  for (const std::size_t dimensions : {4, 8}) {
    const Case problem(dimensions, 700, 28);
    for (const bool transposed : {false, true}) {
      for (const bool cut : {false, true}) {
        const auto outcome = testing::run(
            *host, testing::find_variant("support-list.opencl", transposed), problem, true,
            {{"linear_hats", std::string("folded")},
             {"basis", std::string("tree")},
             {"tile_kinks", I{512}},
             {"segment_entries", I{cut ? 64 : 16384}},
             {"stage", I{8}},
             {"work_group_size", I{8}},
             {"points_per_item", I{2}}});
        INFO(dimensions << "-D" << (transposed ? ", B v" : ", B^T alpha") << (cut ? ", cut" : ""));
        REQUIRE(outcome.failure == "");
        CHECK(outcome.first_error <= 1);
        CHECK(outcome.second_error <= 1);
        CHECK((host->trial_facts["folded_walks"] > host->trial_facts["folded_groups"]) == cut);
      }
    }
  }
}

TEST_CASE("Folded sums in one order have the same bits in every run") {
  const auto host = open_or_skip();
  const Case problem(5, 2'000, 25);
  for (const char* basis : bases) {
    const auto outcome =
        testing::run(*host, testing::find_variant("support-list.opencl", true), problem, false,
                     {{"linear_hats", std::string("folded")},
                      {"basis", std::string(basis)},
                      {"accumulation", std::string("ordered")},
                      {"work_group_size", I{8}}});
    INFO(basis);
    CHECK(outcome.first_error <= 1);
    CHECK(outcome.same_bits);
  }
}

TEST_CASE("Folded lists beyond their memory are refused, with the bytes and what to do") {
  const auto host = open_or_skip();
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
