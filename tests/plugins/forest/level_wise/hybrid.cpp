// Tests that the hybrid trainer grows the same forest as the naive reference, for all ways to share
// out subtrees.
#include <cstdint>

#include "tests/plugins/forest/level_wise/same_forest.hpp"

using forest::Criterion;
using testing::Configuration;
using testing::open_or_skip;
using testing::require_same;
using testing::require_same_of_all_kinds;
using testing::shape;
using testing::with;

namespace {

constexpr const char* hybrid_variant = "hybrid.opencl";

Configuration hybrid(std::int64_t subtree_threshold, std::int64_t cpu_threshold) {
  return with(with(shape(subtree_threshold), "cpu_threshold", cpu_threshold), "threads",
              std::int64_t{2});
}

}  // namespace

TEST_CASE("device, groups and host grow the reference's forest in every mixture", "[computes]") {
  const auto host = open_or_skip();
  for (const Criterion criterion : {Criterion::gini, Criterion::entropy}) {
    for (const std::int64_t subtree_threshold : {0, 64}) {
      for (const std::int64_t cpu_threshold : {0, 4, 16, 64, 4096}) {
        require_same_of_all_kinds(*host, hybrid_variant, hybrid(subtree_threshold, cpu_threshold),
                                  criterion, 250, 5);
      }
    }
  }
}

TEST_CASE("the host reads codes of 16 bits") {
  const auto host = open_or_skip();
  require_same_of_all_kinds(*host, hybrid_variant, hybrid(64, 16), Criterion::gini, 400, 5);
}

TEST_CASE("batches, lists and limits are the host's as well") {
  const auto host = open_or_skip();
  const auto samples = testing::hostile_samples(250, 5, 200, 3);
  for (const auto& configuration :
       {with(hybrid(64, 16), "trees_per_batch", std::int64_t{4}),
        with(hybrid(64, 16), "bootstrap", std::string("list")), hybrid(0, 16)}) {
    for (const std::uint32_t depth : {1U, 3U, 1000U}) {
      require_same(*host, hybrid_variant, configuration, samples,
                   {.trees = 10,
                    .bootstrap_size = 300,
                    .minimum_node_size = depth,
                    .maximum_depth = depth,
                    .attributes_tried = 2});
    }
  }
  require_same(*host, hybrid_variant, hybrid(0, 64), testing::chain_of_samples(250),
               {.criterion = Criterion::gini});
}

TEST_CASE("facts tell who grew how much") {
  const auto host = open_or_skip();
  const auto samples = testing::hostile_samples(250, 5, 3, 1);
  const forest::Settings settings{.trees = 6, .bootstrap_size = 250, .attributes_tried = 2};
  const auto facts_of = [&](const Configuration& configuration) {
    require_same(*host, hybrid_variant, configuration, samples, settings);
    return host->trial_facts;
  };
  auto facts = facts_of(hybrid(64, 16));
  CHECK(facts["level_nodes"] >= settings.trees);
  CHECK(facts["group_subtrees"] > 0);
  CHECK(facts["host_subtrees"] > 0);
  CHECK(facts["group_draws"] > 16 * facts["group_subtrees"]);
  CHECK(facts["group_draws"] <= 64 * facts["group_subtrees"]);
  CHECK(facts["host_draws"] <= 16 * facts["host_subtrees"]);
  CHECK(facts["group_draws"] + facts["host_draws"] <= 6 * 250);
  facts = facts_of(hybrid(64, 256));
  CHECK(facts["level_nodes"] == 0);
  CHECK(facts["group_subtrees"] == 0);
  CHECK(facts["host_subtrees"] == settings.trees);
  CHECK(facts["host_draws"] == 6 * 250);
}
