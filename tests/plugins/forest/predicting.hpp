// Lets a plugin's variant of forest/predict label rows.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/plugin.hpp"
#include "forest/library/forest.hpp"
#include "tests/catch.hpp"
#include "tests/plugins/forest/samples.hpp"
#include "tests/plugins/host/loaded_plugin.hpp"

namespace testing {

// The labels that a variant predicts for the samples, handed over as rows.
inline std::vector<std::int32_t> predicted(const assay_host* host, assay_context* context,
                                           const assay_variant& variant,
                                           const forest::Forest& forest, const Samples& samples,
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
  const auto bindings = bind(variant, configuration);
  const assay_task task{sizeof task,     inputs.data(),  inputs.size(),
                        outputs.data(),  outputs.size(), bindings.data(),
                        bindings.size(), nullptr,        0};
  assay_trial* trial = nullptr;
  REQUIRE(variant.prepare(&variant, host, context, &task, &trial) == ASSAY_OK);
  for (int repetition = 0; repetition < 2; ++repetition) CHECK(variant.run(trial) == ASSAY_OK);
  variant.destroy(trial);
  return labels;
}

}  // namespace testing
