#include "forest/library/inputs.hpp"

#include <fmt/format.h>

namespace forest {
namespace {

using assay::sdk::elements;
using assay::sdk::Error;
using assay::sdk::Task;

std::uint32_t scalar(const Task& task, const char* name) {
  const auto values = elements<const std::uint32_t>(task.input(name));
  if (values.size() != 1)
    throw Error(ASSAY_INVALID, fmt::format("'{}' must be a single number", name));
  return values[0];
}

}  // namespace

TrainingData training_data(const Task& task) {
  const assay_tensor& values = task.input("attributes");
  TrainingData data;
  data.values = elements<const float>(values);
  data.labels = elements<const std::int32_t>(task.input("labels"));
  if (values.rank != 2 || static_cast<std::size_t>(values.shape[1]) != data.labels.size() ||
      data.values.empty()) {
    throw Error(ASSAY_INVALID,
                "'attributes' must be [attributes, samples], with as many samples as 'labels' has");
  }
  data.attributes = static_cast<std::uint32_t>(values.shape[0]);
  data.samples = static_cast<std::uint32_t>(values.shape[1]);
  data.label_count = scalar(task, "label_count");
  return data;
}

Settings settings_of(const Task& task) {
  return {.trees = scalar(task, "trees"),
          .bootstrap_size = scalar(task, "bootstrap_size"),
          .minimum_node_size = scalar(task, "minimum_node_size"),
          .maximum_depth = scalar(task, "maximum_depth"),
          .attributes_tried = scalar(task, "attributes_tried"),
          .criterion = scalar(task, "criterion") == 0 ? Criterion::gini : Criterion::entropy,
          .seed = scalar(task, "seed"),
          .bins = scalar(task, "bins")};
}

ForestOutput::ForestOutput(const Task& task)
    : tree_offsets_(elements<std::int64_t>(task.output("tree_offsets"))),
      attribute_(elements<std::int32_t>(task.output("node_attribute"))),
      threshold_(elements<float>(task.output("node_threshold"))),
      link_(elements<std::int32_t>(task.output("node_link"))),
      count_(elements<std::int32_t>(task.output("node_count"))) {}

void ForestOutput::write(std::span<const Tree> trees, int threads) {
  if (trees.size() + 1 != tree_offsets_.size()) {
    throw Error(ASSAY_INTERNAL, fmt::format("{} trees were grown instead of {}", trees.size(),
                                            tree_offsets_.size() - 1));
  }
  tree_offsets_[0] = 0;
  for (std::size_t tree = 0; tree < trees.size(); ++tree) {
    tree_offsets_[tree + 1] = tree_offsets_[tree] + static_cast<std::int64_t>(trees[tree].size());
  }
  if (static_cast<std::size_t>(tree_offsets_.back()) > room()) {
    throw Error(ASSAY_INTERNAL,
                fmt::format("the trees have {} nodes, but a forest may have at most {}",
                            tree_offsets_.back(), room()));
  }
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (std::size_t tree = 0; tree < trees.size(); ++tree) {
    write_tree(trees[tree], static_cast<std::size_t>(tree_offsets_[tree]));
  }
}

void ForestOutput::write_tree(const Tree& tree, std::size_t first) {
  for (std::size_t k = 0; k < tree.size(); ++k) {
    attribute_[first + k] = tree[k].attribute;
    threshold_[first + k] = tree[k].threshold;
    link_[first + k] = tree[k].link;
    count_[first + k] = tree[k].count;
  }
}

}  // namespace forest
