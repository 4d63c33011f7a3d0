#include "forest/problem/training_set.hpp"

#include <algorithm>
#include <utility>

#include "forest/problem/sources.hpp"

namespace forest {

TrainingSet::TrainingSet(const assay::sdk::Host& host, const ForestArguments& arguments) {
  auto [training, held_out] = load_data(host, arguments.data);
  training_ = std::move(training);
  held_out_ = std::move(held_out);
  view_ = {training_.values, training_.labels, training_.samples(), training_.attributes(),
           static_cast<std::uint32_t>(training_.label_names.size())};
  settings_ = arguments.decide(view_.samples, view_.attributes);
}

std::int64_t TrainingSet::most_nodes() const {
  const std::int64_t leaves = std::min(view_.samples, settings_.draws(view_.samples));
  std::int64_t nodes = 2 * leaves - 1;
  if (settings_.maximum_depth < 32) {
    nodes = std::min(nodes, (std::int64_t{2} << settings_.maximum_depth) - 1);
  }
  return nodes * settings_.trees;
}

std::vector<assay::sdk::Fact> TrainingSet::facts() const {
  return {{"training_samples", static_cast<double>(view_.samples)},
          {"held_out_samples", static_cast<double>(held_out_.samples())},
          {"attribute_count", static_cast<double>(view_.attributes)},
          {"label_count", static_cast<double>(view_.label_count)},
          {"draws_per_tree", static_cast<double>(settings_.draws(view_.samples))},
          {"attributes_per_node", static_cast<double>(settings_.attributes_tried)},
          {"training_values",
           static_cast<double>(view_.samples) * static_cast<double>(view_.attributes)}};
}

}  // namespace forest
