// Tests that the paper's systems grow the same forest as the naive reference, bit for bit.
#include <string>
#include <vector>

#include "plugins/forest/problem/reference.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/forest/growing.hpp"
#include "tests/plugins/host/opencl_host.hpp"

using forest::Criterion;
using forest::Settings;
using testing::Configuration;
using testing::open_or_skip;
using testing::OpenClHost;
using testing::Samples;

namespace {

// The one small shape of most tests, since an OpenCL compiler for CPUs takes tens of seconds for
// some shapes.
Configuration small() {
  return {{"work_group_size", std::int64_t{16}},
          {"tile", std::int64_t{1024}},
          {"cells", std::int64_t{256}},
          {"elements_per_item", std::int64_t{2}}};
}
Configuration with(Configuration configuration, const Configuration& other) {
  for (const auto& [name, value] : other) configuration[name] = value;
  return configuration;
}

void require_same(OpenClHost& host, const char* variant, const Configuration& configuration,
                  const Samples& samples, const Settings& settings) {
  const auto right = forest::reference_forest(samples.data(), settings);
  INFO(variant << ", " << samples.labels.size() << " samples of " << samples.label_count
               << " labels, bins " << settings.bins << ", seed " << settings.seed);
  host.failure.clear();
  CHECK(testing::fault(host.table(), host.context(), testing::find_variant(variant), configuration,
                       samples, settings, right) == "");
  CHECK(host.failure == "");
  CHECK(host.live == 0);
  CHECK(host.guards_intact());
}

void require_same_of_hostile(OpenClHost& host, const char* variant,
                             const Configuration& configuration, Criterion criterion) {
  unsigned seed = criterion == Criterion::gini ? 0 : 100;
  for (const std::size_t count : {1, 2, 3, 17, 300}) {
    for (const std::uint32_t attributes : {1U, 4U, 20U}) {
      ++seed;
      const auto samples = testing::hostile_samples(count, attributes, 1 + seed % 5, seed);
      require_same(host, variant, configuration, samples,
                   {.trees = 3,
                    .bootstrap_size = seed % 3 == 0 ? 0 : static_cast<std::uint32_t>(count),
                    .attributes_tried = 1 + seed % attributes,
                    .criterion = criterion,
                    .seed = seed});
    }
  }
}

}  // namespace

TEST_CASE("workgroup-tree grows the reference's forest from hostile samples") {
  const auto host = open_or_skip();
  require_same_of_hostile(*host, "workgroup-tree.opencl", small(), Criterion::gini);
  require_same_of_hostile(*host, "workgroup-tree.opencl", small(), Criterion::entropy);
}

TEST_CASE(
    "monolithic does as the paper: draws in a list, counts made anew, a launch for each tree") {
  const auto host = open_or_skip();
  require_same_of_hostile(*host, "monolithic.opencl",
                          with(small(), {{"bootstrap_in", std::string("global")},
                                         {"trees_per_launch", std::int64_t{1}},
                                         {"queues", std::int64_t{2}},
                                         {"draws", std::string("list")},
                                         {"left_counts", std::string("recounted")},
                                         {"download", std::string("trees")}}),
                          Criterion::entropy);
}

TEST_CASE("fine-grained grows the reference's forest from hostile samples") {
  const auto host = open_or_skip();
  const auto shape = with(small(), {{"tile", std::int64_t{64}}, {"queues", std::int64_t{3}}});
  require_same_of_hostile(*host, "fine-grained.opencl", shape, Criterion::gini);
  require_same_of_hostile(*host, "fine-grained.opencl", shape, Criterion::entropy);
  require_same(*host, "fine-grained.opencl",
               with(shape, {{"keys", std::string("codes")}, {"phases", std::string("steps")}}),
               testing::hostile_samples(200, 5, 3, 2),
               {.trees = 2, .bootstrap_size = 150, .attributes_tried = 2, .bins = 9});
}

TEST_CASE("bins, many labels and limits are the reference's") {
  const auto host = open_or_skip();
  require_same(*host, "workgroup-tree.opencl", small(), testing::hostile_samples(400, 6, 3, 5),
               {.trees = 2, .bootstrap_size = 400, .attributes_tried = 2, .bins = 16});
  require_same(*host, "workgroup-tree.opencl", small(), testing::hostile_samples(500, 5, 200, 3),
               {.trees = 2, .bootstrap_size = 500, .attributes_tried = 2});
  for (const std::uint32_t depth : {0U, 1U, 5U}) {
    require_same(*host, "workgroup-tree.opencl", small(), testing::hostile_samples(300, 6, 3, 5),
                 {.trees = 2,
                  .bootstrap_size = 300,
                  .minimum_node_size = 5 * depth + 1,
                  .maximum_depth = depth,
                  .attributes_tried = 2});
  }
}

TEST_CASE("nodes wait in global memory where a tree is deep") {
  const auto host = open_or_skip();
  const auto samples = testing::chain_of_samples(300);
  const auto right = forest::reference_forest(samples.data(), {.criterion = Criterion::gini});
  REQUIRE(forest::depth(right) > 100);
  require_same(*host, "workgroup-tree.opencl", small(), samples, {.criterion = Criterion::gini});
}

TEST_CASE("a sample may be drawn more often than an entry counts") {
  const auto host = open_or_skip();
  require_same(*host, "workgroup-tree.opencl", small(), {{{1, 2, 3}}, {0, 1, 0}, 2},
               {.trees = 2, .bootstrap_size = 300000});
}

TEST_CASE("trees come in batches where memory does not suffice for all") {
  const auto host = open_or_skip();
  const auto samples = testing::hostile_samples(300, 4, 3, 8);
  const Settings settings{.trees = 5, .bootstrap_size = 300, .attributes_tried = 2};
  host->facts["global_memory_bytes"] = 60000;
  for (const char* variant : {"workgroup-tree.opencl", "fine-grained.opencl"}) {
    auto shape = small();
    if (variant == std::string("fine-grained.opencl")) {
      shape = with(shape, {{"tile", std::int64_t{64}}, {"queues", std::int64_t{3}}});
      host->facts["global_memory_bytes"] = 32000;
    }
    require_same(*host, variant, shape, samples, settings);
    CHECK(host->trial_facts["trees_per_batch"] >= 1);
    CHECK(host->trial_facts["trees_per_batch"] < 5);
  }
  host->facts["global_memory_bytes"] = 1000;
  const auto right = forest::reference_forest(samples.data(), settings);
  CHECK(testing::fault(host->table(), host->context(),
                       testing::find_variant("workgroup-tree.opencl"), small(), samples, settings,
                       right) == "not prepared");
  CHECK_THAT(host->failure, Catch::Matchers::Contains("a tree takes"));
}

TEST_CASE("nodes larger than a tile are sorted in global memory") {
  const auto host = open_or_skip();
  // PoCL would take a minute with more items than one.
  require_same(*host, "workgroup-tree.opencl",
               with(small(), {{"work_group_size", std::int64_t{1}},
                              {"tile", std::int64_t{64}},
                              {"keys", std::string("codes")},
                              {"bootstrap_in", std::string("global")}}),
               testing::hostile_samples(300, 5, 3, 4),
               {.trees = 2, .bootstrap_size = 300, .attributes_tried = 3});
}
