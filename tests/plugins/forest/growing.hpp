// Lets a plugin's variant of forest/train grow a forest.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/plugin.hpp"
#include "forest/library/forest.hpp"
#include "tests/plugins/forest/samples.hpp"
#include "tests/plugins/host/loaded_plugin.hpp"

namespace testing {

// The tensors of forest/train for the given samples and settings, which are borrowed.
class TrainTensors {
 public:
  TrainTensors(const Samples& samples, const forest::Settings& settings)
      : label_count_(samples.label_count),
        criterion_(static_cast<std::uint32_t>(settings.criterion)) {
    using assay::sdk::dense_tensor;
    const auto count = static_cast<std::int64_t>(samples.labels.size());
    inputs = {dense_tensor("attributes", {static_cast<std::int64_t>(samples.columns.size()), count},
                           samples.values.data()),
              dense_tensor("labels", {count}, samples.labels.data()),
              dense_tensor("label_count", {1}, &label_count_),
              dense_tensor("trees", {1}, &settings.trees),
              dense_tensor("bootstrap_size", {1}, &settings.bootstrap_size),
              dense_tensor("minimum_node_size", {1}, &settings.minimum_node_size),
              dense_tensor("maximum_depth", {1}, &settings.maximum_depth),
              dense_tensor("attributes_tried", {1}, &settings.attributes_tried),
              dense_tensor("seed", {1}, &settings.seed),
              dense_tensor("bins", {1}, &settings.bins),
              dense_tensor("criterion", {1}, &criterion_)};
    const auto room = static_cast<std::int64_t>(settings.trees) * (2 * count - 1);
    forest.tree_offsets.assign(settings.trees + std::size_t{1}, -7);
    forest.attribute.assign(static_cast<std::size_t>(room), -7);
    forest.threshold.assign(static_cast<std::size_t>(room), -7);
    forest.link.assign(static_cast<std::size_t>(room), -7);
    forest.count.assign(static_cast<std::size_t>(room), -7);
    outputs = {dense_tensor("tree_offsets", {settings.trees + std::int64_t{1}},
                            forest.tree_offsets.data()),
               dense_tensor("node_attribute", {room}, forest.attribute.data()),
               dense_tensor("node_threshold", {room}, forest.threshold.data()),
               dense_tensor("node_link", {room}, forest.link.data()),
               dense_tensor("node_count", {room}, forest.count.data())};
  }
  TrainTensors(const TrainTensors&) = delete;
  TrainTensors& operator=(const TrainTensors&) = delete;

  std::vector<assay_tensor> inputs;
  std::vector<assay_tensor> outputs;
  forest::Forest forest;

 private:
  std::uint32_t label_count_;
  std::uint32_t criterion_;
};

// The fault of the forest that a variant grows, compared with the right one, or "" if there is
// none. The forest is grown twice.
inline std::string fault(const assay_host* host, assay_context* context,
                         const assay_variant& variant, const Configuration& configuration,
                         const Samples& samples, const forest::Settings& settings,
                         const forest::Forest& right) {
  TrainTensors tensors(samples, settings);
  const auto bindings = bind(variant, configuration);
  const assay_task task{sizeof task,
                        tensors.inputs.data(),
                        tensors.inputs.size(),
                        tensors.outputs.data(),
                        tensors.outputs.size(),
                        bindings.data(),
                        bindings.size(),
                        nullptr,
                        0};
  assay_trial* trial = nullptr;
  if (variant.prepare(&variant, host, context, &task, &trial) != ASSAY_OK) return "not prepared";
  bool ran = true;
  for (int repetition = 0; repetition < 2 && ran; ++repetition) {
    ran = variant.restore(trial) == ASSAY_OK && variant.run(trial) == ASSAY_OK &&
          host->queue_finish(context, nullptr) == ASSAY_OK && variant.outputs(trial) == ASSAY_OK;
  }
  variant.destroy(trial);
  if (!ran) return "not run";
  const std::string unsound =
      forest::fault(tensors.forest, samples.columns.size(), samples.label_count);
  return unsound.empty() ? forest::difference(tensors.forest, right) : unsound;
}

}  // namespace testing
