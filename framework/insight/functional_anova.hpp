#pragma once

#include <vector>

#include "framework/tune/regression_forest.hpp"

namespace assay {

// Mean and standard deviation, over the trees of a forest, of a quantity that each tree determines.
struct OverTrees {
  double mean = 0;
  double deviation = 0;
};

// The decomposition of a forest's variance over a space: functional ANOVA (Hutter, Hoos,
// Leyton-Brown, "An efficient approach for assessing hyperparameter importance", ICML 2014),
// computed exactly from the boxes of the leaves. The measure is the product of uniform measures
// over the values of each parameter, even for combinations that constraints exclude: only over a
// product do the shares of parameters, pairs and so on add up to 1.
struct VarianceShares {
  struct Pair {
    std::size_t first = 0;
    std::size_t second = 0;  // greater than first
    OverTrees share;         // beyond the shares that the two have alone
  };
  std::vector<OverTrees> parameters;
  std::vector<Pair> pairs;  // all pairs, by descending share
  // The mean prediction for each value of each parameter, averaged over the other parameters.
  std::vector<std::vector<OverTrees>> marginals;
};

// Requires a forest that was fitted. A tree without variance gives shares of 0.
[[nodiscard]] VarianceShares variance_shares(const RegressionForest& forest);

// The variance decomposition of a single tree, from its leaves: disjoint boxes that fill the
// product.
struct TreeVariance {
  double total = 0;
  std::vector<double> parameters;              // variance due to each alone
  std::vector<std::vector<double>> pairs;      // [first][second - first - 1]
  std::vector<std::vector<double>> marginals;  // [parameter][value]
};
[[nodiscard]] TreeVariance tree_variance(const std::vector<RegressionTree::Leaf>& leaves);

}  // namespace assay
