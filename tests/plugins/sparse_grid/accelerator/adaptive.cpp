// subspace-adaptive against the definition: what its selectors leave to either half, whatever the
// schedule, also where memory is short.
#include <algorithm>
#include <string>
#include <vector>

#include "cases.hpp"
#include "tests/catch.hpp"

using testing::Case;
using testing::Configuration;
using testing::open_or_skip;
using testing::OpenClHost;

namespace {

using I = std::int64_t;

Configuration by_utilisation(I points, double utilisation) {
  return {{"selector", std::string("utilisation")},
          {"points_threshold", points},
          {"utilisation_threshold", utilisation}};
}
Configuration by_size(I points, I full, I used) {
  return {{"selector", std::string("size")},
          {"points_threshold", points},
          {"full_threshold", full},
          {"used_threshold", used}};
}

const Configuration all_linear = by_utilisation(0, 0.0);
const Configuration all_streamed = by_utilisation(0, 2.0);

void require_adaptive_right(OpenClHost& host, bool transposed, const Case& problem, bool is_double,
                            const Configuration& wanted) {
  const auto& variant = testing::find_variant("subspace-adaptive.opencl", transposed);
  host.trial_facts.clear();
  const auto outcome =
      testing::run(host, variant, problem, is_double, testing::repaired(variant, wanted));
  INFO((transposed ? "transposed" : "eval")
       << (is_double ? " double" : " float") << ", d = " << problem.dimensions
       << ", m = " << problem.data_points() << ", n = " << problem.grid_points());
  REQUIRE(outcome.failure == "");
  REQUIRE(outcome.status == ASSAY_OK);
  CHECK(outcome.first_error <= 1);
  CHECK(outcome.second_error <= 1);
  CHECK(host.live == 0);
  CHECK(host.guards_intact());
  CHECK(host.trial_facts.at("linear_points") + host.trial_facts.at("streamed_points") ==
        static_cast<double>(problem.grid_points()));
}

// Calls `check` for both operators in each precision that the device has.
void for_all(OpenClHost& host, const auto& check) {
  for (const bool transposed : {false, true}) {
    check(transposed, false);
    if (host.facts["has_double"] != 0) check(transposed, true);
  }
}

}  // namespace

TEST_CASE("subspace-adaptive is right at extreme and middling thresholds of both selectors") {
  const auto host = open_or_skip();
  const Case problem(4, 301, 21);
  const auto points = static_cast<double>(problem.grid_points());
  for_all(*host, [&](bool transposed, bool is_double) {
    for (const auto& configuration : {all_linear, by_size(0, 0, 0)}) {
      require_adaptive_right(*host, transposed, problem, is_double, configuration);
      CHECK(host->trial_facts["linear_points"] == points);
      CHECK(host->trial_facts["subgrid_bytes"] > 0);
    }
    for (const auto& configuration : {all_streamed, by_size(0, 0, I{1} << 31)}) {
      require_adaptive_right(*host, transposed, problem, is_double, configuration);
      CHECK(host->trial_facts["linear_points"] == 0);
      CHECK(host->trial_facts["subgrid_bytes"] == 0);
    }
    for (const auto& configuration :
         {by_utilisation(0, 0.3), by_utilisation(2, 0.0), by_size(0, 16, 2), by_size(2, 4, 3)}) {
      require_adaptive_right(*host, transposed, problem, is_double, configuration);
      CHECK(host->trial_facts["linear_points"] > 0);
      CHECK(host->trial_facts["streamed_points"] > 0);
    }
    CHECK(host->trial_facts["memory_limited"] == 0);
  });
}

TEST_CASE("subspace-adaptive is right with every form of streaming in both schedules",
          "[computes]") {
  const auto host = open_or_skip();
  const Case problem(3, 217, 22);
  for_all(*host, [&](bool transposed, bool is_double) {
    for (const char* form : {"plain", "saturate", "sign", "factored"}) {
      for (const char* schedule : {"successive", "concurrent"}) {
        for (const bool overlap : {false, true}) {
          auto configuration = by_utilisation(2, 0.3);
          configuration["streaming_form"] = std::string(form);
          configuration["schedule"] = std::string(schedule);
          if (transposed) configuration["overlap"] = overlap;
          require_adaptive_right(*host, transposed, problem, is_double, configuration);
          CHECK(host->trial_facts["linear_points"] > 0);
          CHECK(host->trial_facts["streamed_points"] > 0);
        }
      }
    }
  });
}

TEST_CASE("Each half of subspace-adaptive is set by its own parameters") {
  const auto host = open_or_skip();
  const Case problem(3, 217, 25);
  for (const bool transposed : {false, true}) {
    auto configuration = by_utilisation(2, 0.3);
    configuration["linear_work_group_size"] = I{2};
    configuration["linear_points_per_item"] = I{8};
    configuration["linear_vector_width"] = I{4};
    configuration["linear_cache"] = false;
    configuration["streaming_work_group_size"] = I{4};
    configuration["streaming_points_per_item"] = I{6};
    configuration["streaming_skip"] = false;
    host->builds.clear();
    require_adaptive_right(*host, transposed, problem, false, configuration);
    const auto built = [&](const std::string& kernel, const std::vector<std::string>& options) {
      return std::ranges::any_of(host->builds, [&](const std::string& build) {
        return build.starts_with("sparse_grid/" + kernel) &&
               std::ranges::all_of(options, [&](const std::string& option) {
                 return build.find("-D " + option + " ") != std::string::npos;
               });
      });
    };
    CHECK(
        built("subspace_linear", {"WORK_GROUP_SIZE=2", "VECTORS=2", "VECTOR_WIDTH=4", "CACHED=0"}));
    CHECK(built("factored", {"WORK_GROUP_SIZE=4", "VECTORS=6", "VECTOR_WIDTH=1", "SKIP=0"}));
  }
}

TEST_CASE("subspace-adaptive is right for random grids of 1 to 28 dimensions") {
  const auto host = open_or_skip();
  const std::size_t sizes[] = {1, 3, 501};
  for (const std::size_t d : {1, 2, 5, 9, 28}) {
    const Case problem(d, sizes[d % 3], static_cast<unsigned>(30 + d));
    for (const bool transposed : {false, true}) {
      for (const auto& configuration : {all_linear, all_streamed, by_utilisation(0, 0.5)}) {
        const bool is_double = host->facts["has_double"] != 0 && d % 2 == 0;
        require_adaptive_right(*host, transposed, problem, is_double, configuration);
      }
    }
  }
}

TEST_CASE("subspace-adaptive is right for a grid of one point") {
  const auto host = open_or_skip();
  for (const std::size_t d : {1, 28}) {
    Case problem(d, 40, 2);
    problem.levels.assign(d, 1);
    problem.indices.assign(d, 1);
    problem.surpluses.assign(1, 0.75);
    for_all(*host, [&](bool transposed, bool is_double) {
      for (const auto& configuration : {all_linear, all_streamed}) {
        require_adaptive_right(*host, transposed, problem, is_double, configuration);
      }
    });
  }
}

TEST_CASE("Short memory moves subgrids to streaming until the rest fits, where linear cannot run") {
  const auto host = open_or_skip();
  const Case problem(3, 100, 23);
  for (const bool transposed : {false, true}) {
    Configuration configuration = all_linear;
    configuration["linear_work_group_size"] = I{1};
    configuration["streaming_work_group_size"] = I{1};
    if (transposed) configuration["linear_copies"] = I{2};
    if (transposed) configuration["streaming_copies"] = I{2};
    host->facts["max_allocation_bytes"] = 1e12;
    host->facts["global_memory_bytes"] = 1e12;
    require_adaptive_right(*host, transposed, problem, false, configuration);
    CHECK(host->trial_facts["memory_limited"] == 0);
    const double all_points = host->trial_facts["linear_points"];
    const double all_bytes = host->trial_facts["subgrid_bytes"];

    // The limit on the largest allocation, which is that of the full subgrids.
    host->facts["max_allocation_bytes"] = all_bytes / 2;
    require_adaptive_right(*host, transposed, problem, false, configuration);
    CHECK(host->trial_facts["memory_limited"] == 1);
    CHECK(host->trial_facts["linear_points"] > 0);
    CHECK(host->trial_facts["linear_points"] < all_points);
    CHECK(host->trial_facts["subgrid_bytes"] <= all_bytes / 2);
    const auto linear = testing::run(
        *host, testing::find_variant("subspace-linear.opencl", transposed), problem, false,
        transposed ? Configuration{{"work_group_size", I{1}}, {"copies", I{2}}}
                   : Configuration{{"work_group_size", I{1}}});
    CHECK(linear.status == ASSAY_UNSUPPORTED);

    // The limit on the share of the device's memory.
    host->facts["max_allocation_bytes"] = 1e12;
    double fewer = all_points;
    for (const double share : {0.5, 0.1, 0.01}) {
      host->facts["global_memory_bytes"] = 250'000;
      configuration["memory_share"] = share;
      require_adaptive_right(*host, transposed, problem, false, configuration);
      CHECK(host->trial_facts["linear_points"] <= fewer);
      fewer = host->trial_facts["linear_points"];
    }
    CHECK(host->trial_facts["memory_limited"] == 1);
    CHECK(fewer == 0);
    CHECK(host->trial_facts["subgrid_bytes"] == 0);
  }
}

TEST_CASE("The time of preparing is told apart") {
  const auto host = open_or_skip();
  const Case problem(3, 100, 24);
  for (const auto* const variant : testing::opencl_variants()) {
    host->trial_facts.clear();
    REQUIRE(testing::run(*host, *variant, problem, false, {}).status == ASSAY_OK);
    for (const char* part : {"grid_layout_seconds", "data_layout_seconds", "upload_seconds"}) {
      REQUIRE(host->trial_facts.count(part) == 1);
      CHECK(host->trial_facts[part] > 0);
    }
  }
}
