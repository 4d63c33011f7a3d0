// Properties of support lists other than the right result, which variants.cpp tests.
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
