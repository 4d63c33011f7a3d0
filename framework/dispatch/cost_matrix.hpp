// What pairs of a variant and a configuration cost on instances of one problem.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "framework/decision/feature.hpp"
#include "framework/decision/pair.hpp"
#include "framework/decision/pair_conditions.hpp"

namespace assay::dispatch {

using decision::Feature;
using decision::FeatureValues;
using decision::Pair;
using decision::PairConditions;

inline constexpr double failed_cost = std::numeric_limits<double>::infinity();

// What is known of an instance before it is computed.
struct Input {
  Bindings arguments;
  Bindings facts;  // numbers that its problem tells
};

// One row for each instance.
struct CostMatrix {
  std::vector<Feature> features;
  std::vector<FeatureValues> points;       // of the instances
  std::vector<std::string> labels;         // of the instances
  std::vector<std::vector<double>> costs;  // [instance][pair], above 0; or failed_cost
  std::vector<Input> inputs = {};          // of the instances; may be empty

  [[nodiscard]] std::size_t instances() const { return costs.size(); }
  [[nodiscard]] std::size_t pairs() const { return costs.empty() ? 0 : costs.front().size(); }
  // The pairs' costs in the order of `columns`.
  [[nodiscard]] CostMatrix with_pairs(std::span<const std::size_t> columns) const;
  [[nodiscard]] CostMatrix with_instances(std::span<const std::size_t> rows) const;
  // The costs with other features of the instances. Requires `inputs`.
  [[nodiscard]] CostMatrix with_features(std::vector<Feature> others) const;
};

// The regret of a pair that fails on an instance: that of a thousand times the least cost.
inline constexpr double most_regret = 6.907755278982137;

// The regret of each pair on an instance: the logarithm of its cost over the least one, at most
// most_regret. Regrets up to `tie` are 0: what cannot be told apart is equally right.
[[nodiscard]] std::vector<double> regrets(std::span<const double> costs, double tie);

// Instances whose sizes lie between the same powers of two, in every argument that is a number,
// have the same group; they are too alike to be evidence for each other.
[[nodiscard]] std::string group_of(const std::vector<Feature>& features,
                                   const FeatureValues& values);

// The distance of two instances by their arguments: of logarithms to base 2 for numbers from 0 on,
// else of the values; different texts are 4 apart.
[[nodiscard]] double distance(const std::vector<Feature>& features, const FeatureValues& a,
                              const FeatureValues& b);

}  // namespace assay::dispatch
