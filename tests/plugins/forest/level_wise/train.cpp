// Tests that the level-wise trainer grows the same forest as the naive reference, bit for bit.
#include "tests/plugins/forest/level_wise/same_forest.hpp"

#include <vector>

using forest::Criterion;
using forest::Settings;
using testing::Configuration;
using testing::open_or_skip;
using testing::require_same;
using testing::require_same_of_all_kinds;
using testing::Samples;
using testing::shape;
using testing::with;

namespace {

constexpr const char* level_wise_variant = "level-wise.opencl";

}  // namespace

TEST_CASE("levels alone, subtrees alone and both grow the reference's forest") {
  const auto host = open_or_skip();
  for (const Criterion criterion : {Criterion::gini, Criterion::entropy}) {
    for (const std::size_t count : {60, 250}) {
      require_same_of_all_kinds(*host, level_wise_variant, shape(0), criterion, count, 9);
      require_same_of_all_kinds(*host, level_wise_variant, shape(64), criterion, count, 9);
    }
  }
}

TEST_CASE("codes of 16 bits, and subtrees of hundreds of samples") {
  const auto host = open_or_skip();
  for (const std::int64_t threshold : {64, 512}) {
    require_same_of_all_kinds(*host, level_wise_variant, shape(threshold), Criterion::gini, 400, 9);
  }
}

TEST_CASE("every way to hold samples, to search and to count grows the same forest") {
  const auto host = open_or_skip();
  const Configuration small = shape(64);
  for (const auto& configuration :
       {with(small, "search", std::string("sorted-lists")),
        with(with(small, "layout", std::string("rows")), "few_labels", std::int64_t{4}),
        with(small, "bootstrap", std::string("list")), with(small, "sides", std::string("bits")),
        with(with(small, "sides", std::string("bits")), "search", std::string("sorted-lists")),
        with(with(small, "histogram_copies", std::int64_t{4}), "attributes_at_once",
             std::int64_t{3}),
        with(small, "subtree_attributes", std::int64_t{2}),
        with(with(small, "subtree_attributes", std::int64_t{8}), "few_labels", std::int64_t{4}),
        with(small, "trees_per_batch", std::int64_t{1})}) {
    require_same_of_all_kinds(*host, level_wise_variant, configuration, Criterion::gini, 250, 5);
  }
}

TEST_CASE("few samples, and rounds until an attribute can split") {
  const auto host = open_or_skip();
  for (const std::int64_t threshold : {0, 64}) {
    const Configuration configuration = shape(threshold);
    for (const std::size_t count : {1, 2, 3, 17}) {
      require_same(*host, level_wise_variant, configuration,
                   testing::hostile_samples(count, 4, 3, 7), {.trees = 5, .attributes_tried = 2});
    }
    std::vector<std::vector<float>> columns(40, std::vector<float>(30, 1.0F));
    std::vector<std::int32_t> labels(30);
    for (std::size_t k = 0; k < 30; ++k) {
      columns[23][k] = static_cast<float>(k);
      labels[k] = static_cast<std::int32_t>(k % 3);
    }
    require_same(*host, level_wise_variant, configuration, {columns, labels, 3},
                 {.trees = 4, .attributes_tried = 6});
    const std::vector<float> constant(50, 3.5F);
    std::vector<std::int32_t> halves(50);
    for (std::size_t k = 0; k < halves.size(); ++k) halves[k] = static_cast<std::int32_t>(k % 2);
    require_same(*host, level_wise_variant, configuration, {{constant, constant}, halves, 2},
                 {.trees = 3, .bootstrap_size = 50});
    require_same(*host, level_wise_variant, configuration,
                 {{constant}, std::vector<std::int32_t>(50), 1},
                 {.trees = 2, .bootstrap_size = 50});
  }
}

TEST_CASE("limits of depth and node size stop levels and subtrees alike") {
  const auto host = open_or_skip();
  const auto samples = testing::hostile_samples(250, 6, 3, 5);
  for (const std::int64_t threshold : {0, 64}) {
    for (const std::uint32_t depth : {0U, 1U, 2U, 7U}) {
      for (const std::uint32_t size : {1U, 10U, 251U}) {
        require_same(*host, level_wise_variant, shape(threshold), samples,
                     {.trees = 2,
                      .bootstrap_size = 250,
                      .minimum_node_size = size,
                      .maximum_depth = depth,
                      .attributes_tried = 2});
      }
    }
  }
}

TEST_CASE("many labels, labels without samples, deep chains, many trees") {
  const auto host = open_or_skip();
  for (const std::int64_t threshold : {0, 64}) {
    const Configuration configuration = shape(threshold);
    require_same(*host, level_wise_variant, configuration, testing::hostile_samples(250, 5, 200, 3),
                 {.trees = 2, .bootstrap_size = 900, .attributes_tried = 2});
    require_same(*host, level_wise_variant, configuration,
                 testing::hostile_samples(250, 5, 12, 4, true),
                 {.trees = 2, .bootstrap_size = 250, .attributes_tried = 3, .bins = 16});
    require_same(*host, level_wise_variant, configuration, testing::chain_of_samples(250),
                 {.criterion = Criterion::gini});
  }
  require_same(*host, level_wise_variant, with(shape(64), "trees_per_batch", std::int64_t{16}),
               testing::hostile_samples(90, 5, 3, 3),
               {.trees = 64, .bootstrap_size = 90, .attributes_tried = 2, .bins = 16});
}

TEST_CASE("weights beyond 16 bits are refused, not cut off, and lists have no limit") {
  const auto host = open_or_skip();
  const Samples samples{{{1, 2, 3}}, {0, 1, 0}, 2};
  const Settings settings{.trees = 1, .bootstrap_size = 300000};
  const auto right = forest::reference_forest(samples.data(), settings);
  CHECK(testing::fault(host->table(), host->context(), testing::find_variant(level_wise_variant),
                       shape(64), samples, settings, right) == "not run");
  CHECK(host->failure.find("bootstrap = \"list\"") != std::string::npos);
}
