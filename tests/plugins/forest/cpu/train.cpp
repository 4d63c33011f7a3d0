// Tests that every trainer on the CPU grows the same forest as the naive reference, bit for bit.
#include <vector>

#include "plugins/forest/problem/reference.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/forest/growing.hpp"
#include "tests/plugins/host/fake_host.hpp"

using forest::Criterion;
using forest::Settings;
using testing::Configuration;
using testing::Samples;

namespace {

struct Host : testing::FakeHost {
  Host() : own(*testing::FakeHost::table()) {
    own.queue_finish = [](assay_context*, assay_queue*) { return ASSAY_OK; };
  }
  assay_host own;
};

struct Trainer {
  const char* variant;
  Configuration configuration;
};

std::vector<Trainer> trainers() {
  return {{"serial.cpu", {}},
          {"serial.cpu", {{"draws", std::string("list")}}},
          {"openmp.cpu", {{"threads", std::int64_t{1}}}},
          {"openmp.cpu", {{"threads", std::int64_t{3}}, {"task_size", std::int64_t{2}}}},
          {"openmp.cpu",
           {{"threads", std::int64_t{4}},
            {"task_size", std::int64_t{64}},
            {"node_order", std::string("presorted")}}}};
}

void require_same(const Samples& samples, const Settings& settings) {
  Host host;
  const auto right = forest::reference_forest(samples.data(), settings);
  REQUIRE(forest::fault(right, samples.columns.size(), samples.label_count) == "");
  for (const auto& [variant, configuration] : trainers()) {
    INFO(variant << ", " << samples.labels.size() << " samples of " << samples.label_count
                 << " labels, bins " << settings.bins << ", seed " << settings.seed);
    CHECK(testing::fault(&host.own, host.context(), testing::find_variant(variant), configuration,
                         samples, settings, right) == "");
    CHECK(host.failure == "");
  }
}

}  // namespace

TEST_CASE("all trainers grow the reference's forest from hostile samples") {
  unsigned seed = 0;
  for (const std::size_t count : {1, 2, 3, 17, 300, 1500}) {
    for (const std::uint32_t attributes : {1U, 4U, 11U}) {
      for (const Criterion criterion : {Criterion::gini, Criterion::entropy}) {
        ++seed;
        const auto samples = testing::hostile_samples(count, attributes, 1 + seed % 5, seed);
        Settings settings{.trees = 3,
                          .bootstrap_size = seed % 3 == 0 ? 0 : static_cast<std::uint32_t>(count),
                          .attributes_tried = 1 + seed % attributes,
                          .criterion = criterion,
                          .seed = seed};
        require_same(samples, settings);
        settings.bins = seed % 2 == 0 ? 5 : 200;
        require_same(samples, settings);
      }
    }
  }
}

TEST_CASE("limits of depth and node size stop all trainers alike") {
  const auto samples = testing::hostile_samples(400, 6, 3, 5);
  for (const std::uint32_t depth : {0U, 1U, 2U, 7U}) {
    for (const std::uint32_t size : {1U, 10U, 400U, 401U}) {
      require_same(samples, {.trees = 2,
                             .bootstrap_size = 400,
                             .minimum_node_size = size,
                             .maximum_depth = depth,
                             .attributes_tried = 2});
    }
  }
}

TEST_CASE("nothing to split: constants, one label, one sample, equal samples of other labels") {
  const std::vector<float> constant(50, 3.5F);
  std::vector<std::int32_t> labels(50);
  require_same({{constant, constant}, labels, 1}, {.bootstrap_size = 50});
  for (std::size_t k = 0; k < labels.size(); ++k) labels[k] = static_cast<std::int32_t>(k % 2);
  require_same({{constant, constant}, labels, 2}, {.trees = 3, .bootstrap_size = 50});
  require_same({{{1}}, {0}, 1}, {.trees = 2});
  std::vector<float> pairs(50);
  for (std::size_t k = 0; k < pairs.size(); ++k) pairs[k] = static_cast<float>(k / 2);
  require_same({{constant, pairs}, labels, 2}, {.trees = 3});
}

TEST_CASE("an attribute that can split is found among many that cannot") {
  std::vector<std::vector<float>> columns(40, std::vector<float>(30, 1.0F));
  std::vector<std::int32_t> labels(30);
  for (std::size_t k = 0; k < 30; ++k) {
    columns[23][k] = static_cast<float>(k);
    labels[k] = static_cast<std::int32_t>(k % 3);
  }
  require_same({columns, labels, 3}, {.trees = 4, .attributes_tried = 6});
}

TEST_CASE("trees thousands of nodes deep are grown") {
  const auto samples = testing::chain_of_samples(3000);
  const auto right = forest::reference_forest(samples.data(), {.criterion = Criterion::gini});
  CHECK(forest::depth(right) > 1000);
  require_same(samples, {.criterion = Criterion::gini});
}

TEST_CASE("many labels, and labels without samples") {
  require_same(testing::hostile_samples(900, 5, 200, 3),
               {.trees = 2, .bootstrap_size = 900, .attributes_tried = 2});
  require_same(testing::hostile_samples(500, 5, 12, 4, true),
               {.trees = 2, .bootstrap_size = 250, .attributes_tried = 3});
}

TEST_CASE("a sample may be drawn more often than 16 bits count") {
  require_same({{{1, 2, 3}}, {0, 1, 0}, 2}, {.trees = 2, .bootstrap_size = 300000});
}
