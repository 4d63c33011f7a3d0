#pragma once

#include <vector>

#include "framework/tune/regression_forest.hpp"

namespace assay {

// Mean and standard deviation of a quantity to which each tree of a forest gives its own value.
struct OverTrees {
  double mean = 0;
  double deviation = 0;
};

// How a forest's variance over a space comes about: functional ANOVA (Hutter, Hoos, Leyton-Brown,
// "An efficient approach for assessing hyperparameter importance", ICML 2014), exact from the boxes
// of the leaves. The measure is the product of uniform ones over the values of each parameter,
// whether constraints admit a combination or not: only over a product do the shares of parameters,
// pairs and so on add up to 1.
struct VarianceShares {
  struct Pair {
    std::size_t first = 0;
    std::size_t second = 0;  // > first
    OverTrees share;         // beyond what the two have each alone
  };
  std::vector<OverTrees> parameters;
  std::vector<Pair> pairs;  // all, by descending share
  // The mean prediction for each value of each parameter, the others averaged over.
  std::vector<std::vector<OverTrees>> marginals;
};

// Requires a forest that was fitted. A tree without variance gives shares of 0.
[[nodiscard]] VarianceShares variance_shares(const RegressionForest& forest);

// The same of one tree, from its leaves: disjoint boxes that fill the product.
struct TreeVariance {
  double total = 0;
  std::vector<double> parameters;              // variance of each alone
  std::vector<std::vector<double>> pairs;      // [first][second - first - 1]
  std::vector<std::vector<double>> marginals;  // [parameter][value]
};
[[nodiscard]] TreeVariance tree_variance(const std::vector<RegressionTree::Leaf>& leaves);

}  // namespace assay
