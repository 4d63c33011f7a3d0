// Requests beyond a device's limits are refused by name and number, never tried.
#include <string>

#include "cases.hpp"
#include "tests/catch.hpp"

using testing::Case;
using testing::Configuration;
using testing::open_or_skip;
using testing::OpenClHost;

namespace {

void require_refused(OpenClHost& host, const assay_variant& variant, const Case& problem,
                     bool is_double, const Configuration& configuration, const std::string& why) {
  const auto outcome = testing::run(host, variant, problem, is_double, configuration);
  INFO(variant.name << " for " << variant.problem);
  CHECK(outcome.status == ASSAY_UNSUPPORTED);
  CHECK_THAT(outcome.failure, contains(why));
  CHECK(host.live == 0);
}

}  // namespace

TEST_CASE("Device facts decide what is supported") {
  const auto host = open_or_skip();
  const Case problem(3, 50, 2);

  SECTION("double precision") {
    host->facts["has_double"] = 0;
    for (const auto* const variant : testing::opencl_variants()) {
      require_refused(*host, *variant, problem, true, {}, "cl_khr_fp64");
    }
  }
  SECTION("64-bit atomics, which float does without") {
    host->facts["has_int64_atomics"] = 0;
    const Configuration atomic{{"accumulation", std::string("atomic")}};
    const auto& variant = testing::find_variant("subspace-linear.opencl", true);
    if (host->facts["has_double"] != 0) {
      require_refused(*host, variant, problem, true, atomic, "cl_khr_int64_base_atomics");
    }
    CHECK(testing::run(*host, variant, problem, false, atomic).status == ASSAY_OK);
  }
  SECTION("local memory") {
    host->facts["local_memory_bytes"] =
        16 * 9 * 4;  // 16 grid points of 3 dimensions in float, padded to 8, and surplus
    const auto& variant = testing::find_variant("streaming.opencl", false);
    require_refused(*host, variant, problem, false, {{"grid_tile", std::int64_t{32}}},
                    "needs 1152 bytes");
    CHECK(testing::run(*host, variant, problem, false, {{"grid_tile", std::int64_t{16}}}).status ==
          ASSAY_OK);
  }
  SECTION("device memory") {
    host->facts["max_allocation_bytes"] = 100;
    for (const auto* const variant : testing::opencl_variants()) {
      require_refused(*host, *variant, problem, false, {}, "bytes");
    }
    host->facts["max_allocation_bytes"] = 1e12;
    host->facts["global_memory_bytes"] = 100;
    for (const auto* const variant : testing::opencl_variants()) {
      require_refused(*host, *variant, problem, false, {}, "bytes");
    }
  }
}

TEST_CASE(
    "A grid that is too deep to be stored full is refused by subspace-linear and streamed by "
    "others") {
  const auto host = open_or_skip();
  Case problem(2, 20, 4);
  sparse_grid::Grid grid(2);
  const std::uint32_t level[] = {18, 17};
  const std::uint32_t index[] = {99'999, 77'777};
  grid.insert(level, index);
  problem.levels.assign(grid.levels().begin(), grid.levels().end());
  problem.indices.assign(grid.indices().begin(), grid.indices().end());
  problem.surpluses.assign(grid.size(), 0.5);
  for (const bool transposed : {false, true}) {
    require_refused(*host, testing::find_variant("subspace-linear.opencl", transposed), problem,
                    false, {}, "2^");
    const auto streamed = testing::run(*host, testing::find_variant("streaming.opencl", transposed),
                                       problem, false, {});
    CHECK(streamed.status == ASSAY_OK);
    CHECK(streamed.first_error <= 1);
    const auto adaptive =
        testing::run(*host, testing::find_variant("subspace-adaptive.opencl", transposed), problem,
                     false, {{"points_threshold", std::int64_t{0}}, {"memory_share", 0.01}});
    CHECK(adaptive.status == ASSAY_OK);
    CHECK(adaptive.first_error <= 1);
    CHECK(host->trial_facts["memory_limited"] == 1);
  }
}

TEST_CASE("A grid without its ancestors is as good as any") {
  const auto host = open_or_skip();
  Case problem(2, 20, 4);
  problem.levels = {3, 2, 2, 2};
  problem.indices = {5, 3, 3, 1};
  problem.surpluses = {0.5, 0.25};
  for (const auto* const variant : testing::opencl_variants()) {
    CHECK(testing::run(*host, *variant, problem, false, {}).first_error <= 1);
  }
  for (const bool transposed : {false, true}) {
    const auto& variant = testing::find_variant("streaming.opencl", transposed);
    const auto outcome =
        testing::run(*host, variant, problem, false, {{"form", std::string("factored")}});
    CHECK(outcome.status == ASSAY_OK);
    CHECK(outcome.first_error <= 1);
  }
}
