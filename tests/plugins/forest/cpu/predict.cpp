// predict.cpu against one row walking through one tree after the other.
#include <map>

#include "forest/library/vote.hpp"
#include "plugins/forest/problem/reference.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/forest/samples.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/host/loaded_plugin.hpp"

using testing::Configuration;
using testing::Samples;

namespace {

// By a map of votes: no code of the library.
std::int32_t walked(const forest::Forest& forest, std::size_t root, std::size_t at,
                    const std::vector<float>& row) {
  while (forest.attribute[at] != -1) {
    const float value = row[static_cast<std::size_t>(forest.attribute[at])];
    at = value <= forest.threshold[at] ? at + 1 : root + static_cast<std::size_t>(forest.link[at]);
  }
  return forest.link[at];
}
std::int32_t voted(const forest::Forest& forest, const std::vector<float>& row) {
  std::map<std::int32_t, int> votes;
  for (std::size_t tree = 0; tree + 1 < forest.tree_offsets.size(); ++tree) {
    const auto root = static_cast<std::size_t>(forest.tree_offsets[tree]);
    ++votes[walked(forest, root, root, row)];
  }
  std::int32_t best = votes.begin()->first;
  for (const auto& [label, count] : votes) best = count > votes[best] ? label : best;
  return best;
}

std::vector<std::int32_t> predicted(const forest::Forest& forest, const Samples& samples,
                                    const Configuration& configuration) {
  using assay::sdk::dense_tensor;
  const std::size_t rows = samples.labels.size();
  std::vector<float> values;
  for (std::size_t k = 0; k < rows; ++k) {
    for (const auto& column : samples.columns) values.push_back(column[k]);
  }
  std::vector<std::int32_t> labels(rows, -7);
  const auto nodes = static_cast<std::int64_t>(forest.attribute.size());
  const auto count = static_cast<std::int64_t>(rows);
  const std::vector<assay_tensor> inputs{
      dense_tensor("rows", {count, static_cast<std::int64_t>(samples.columns.size())},
                   values.data()),
      dense_tensor("label_count", {1}, &samples.label_count),
      dense_tensor("tree_offsets", {static_cast<std::int64_t>(forest.tree_offsets.size())},
                   forest.tree_offsets.data()),
      dense_tensor("node_attribute", {nodes}, forest.attribute.data()),
      dense_tensor("node_threshold", {nodes}, forest.threshold.data()),
      dense_tensor("node_link", {nodes}, forest.link.data()),
      dense_tensor("node_count", {nodes}, forest.count.data())};
  const std::vector<assay_tensor> outputs{dense_tensor("predicted", {count}, labels.data())};
  const auto& variant = testing::find_variant("predict.cpu");
  const auto bindings = testing::bind(variant, configuration);
  const assay_task task{sizeof task,     inputs.data(),  inputs.size(),
                        outputs.data(),  outputs.size(), bindings.data(),
                        bindings.size(), nullptr,        0};
  testing::FakeHost host;
  assay_trial* trial = nullptr;
  INFO(host.failure);
  REQUIRE(variant.prepare(&variant, host.table(), host.context(), &task, &trial) == ASSAY_OK);
  CHECK(variant.run(trial) == ASSAY_OK);
  variant.destroy(trial);
  return labels;
}

}  // namespace

TEST_CASE("rows get the label of most trees in every layout and order") {
  for (const std::size_t count : {1, 5, 700}) {
    const auto samples = testing::hostile_samples(count, 7, 4, 3);
    const auto forest = forest::reference_forest(
        samples.data(), {.trees = 6,
                         .bootstrap_size = static_cast<std::uint32_t>(count) / 2 + 1,
                         .attributes_tried = 2});
    std::vector<std::int32_t> expected;
    for (std::size_t k = 0; k < count; ++k) {
      std::vector<float> row;
      for (const auto& column : samples.columns) row.push_back(column[k]);
      expected.push_back(voted(forest, row));
    }
    CHECK(forest::majority_labels(forest, samples.values, count, 4) == expected);
    for (const char* layout : {"records", "arrays"}) {
      for (const char* order : {"trees", "rows"}) {
        for (const std::int64_t walks : {1, 4, 8, 16}) {
          INFO(layout << ", " << order << ", " << walks << " walks, " << count << " rows");
          CHECK(predicted(forest, samples,
                          {{"layout", std::string(layout)},
                           {"order", std::string(order)},
                           {"walks", walks},
                           {"block_rows", std::int64_t{64}},
                           {"threads", std::int64_t{2}}}) == expected);
        }
      }
    }
  }
}
