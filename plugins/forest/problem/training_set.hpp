// The common basis of both problems of the family: data, divided into training and held-out
// samples, and settings resolved for them.
#pragma once

#include "assay/plugin.hpp"
#include "forest/library/inputs.hpp"
#include "forest/problem/arguments.hpp"
#include "forest/problem/dataset.hpp"

namespace forest {

class TrainingSet {
 public:
  // Throws what load_data and ForestArguments::decide throw.
  TrainingSet(const assay::sdk::Host& host, const ForestArguments& arguments);
  TrainingSet(const TrainingSet&) = delete;
  TrainingSet& operator=(const TrainingSet&) = delete;

  [[nodiscard]] const TrainingData& data() const { return view_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const Dataset& held_out() const { return held_out_; }
  // An upper bound of the nodes of a forest with these settings: every leaf has at least one
  // sample.
  [[nodiscard]] std::int64_t most_nodes() const;
  [[nodiscard]] std::vector<assay::sdk::Fact> facts() const;

 private:
  Dataset training_;
  Dataset held_out_;
  TrainingData view_;
  Settings settings_;
};

}  // namespace forest
