#include "framework/insight/functional_anova.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace assay {
namespace {

// A leaf in a form suited to sums: its values as lists, and the share of each parameter's values
// that is in the box.
struct Box {
  std::vector<std::vector<std::uint32_t>> values;
  std::vector<double> shares;
  double volume = 1;
  double mean = 0;
};

std::vector<Box> boxes_of(const std::vector<RegressionTree::Leaf>& leaves) {
  std::vector<Box> boxes;
  for (const auto& leaf : leaves) {
    Box& box = boxes.emplace_back();
    box.mean = leaf.mean;
    for (const auto& marks : leaf.values) {
      auto& list = box.values.emplace_back();
      for (std::uint32_t v = 0; v < marks.size(); ++v) {
        if (marks[v]) list.push_back(v);
      }
      box.shares.push_back(static_cast<double>(list.size()) / static_cast<double>(marks.size()));
      box.volume *= box.shares.back();
    }
  }
  return boxes;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// The variance of equally likely values.
double variance_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / static_cast<double>(values.size());
}

// The mean prediction for each value of a parameter, averaged over the other parameters.
std::vector<double> marginal(const std::vector<Box>& boxes, std::size_t j, std::size_t values) {
  std::vector<double> means(values);
  for (const Box& box : boxes) {
    const double part = box.mean * box.volume / box.shares[j];
    for (const std::uint32_t v : box.values[j]) means[v] += part;
  }
  return means;
}

// The mean prediction for each pair of values of two parameters, averaged over the others.
std::vector<double> marginal(const std::vector<Box>& boxes, std::size_t j, std::size_t k,
                             std::size_t j_values, std::size_t k_values) {
  std::vector<double> means(j_values * k_values);
  for (const Box& box : boxes) {
    const double part = box.mean * box.volume / box.shares[j] / box.shares[k];
    for (const std::uint32_t v : box.values[j]) {
      for (const std::uint32_t w : box.values[k]) means[v * k_values + w] += part;
    }
  }
  return means;
}

OverTrees over(const std::vector<double>& values) {
  return {mean_of(values), std::sqrt(variance_of(values))};
}

}  // namespace

TreeVariance tree_variance(const std::vector<RegressionTree::Leaf>& leaves) {
  const auto boxes = boxes_of(leaves);
  TreeVariance result;
  double mean = 0;
  for (const Box& box : boxes) mean += box.volume * box.mean;
  for (const Box& box : boxes) result.total += box.volume * std::pow(box.mean - mean, 2);

  const auto& all = leaves.front().values;
  for (std::size_t j = 0; j < all.size(); ++j) {
    result.marginals.push_back(marginal(boxes, j, all[j].size()));
    result.parameters.push_back(variance_of(result.marginals[j]));
  }
  for (std::size_t j = 0; j < all.size(); ++j) {
    auto& row = result.pairs.emplace_back();
    for (std::size_t k = j + 1; k < all.size(); ++k) {
      const double alone = result.parameters[j] + result.parameters[k];
      const double both = variance_of(marginal(boxes, j, k, all[j].size(), all[k].size()));
      row.push_back(std::max(0.0, both - alone));
    }
  }
  return result;
}

VarianceShares variance_shares(const RegressionForest& forest) {
  std::vector<TreeVariance> trees;
  for (const auto& tree : forest.trees()) trees.push_back(tree_variance(tree.leaves()));
  // The statistics of what `of` picks from each tree, as it is or as a share of the tree's
  // variance.
  const auto value = [&](const auto& of) {
    std::vector<double> values;
    for (const auto& tree : trees) values.push_back(of(tree));
    return over(values);
  };
  const auto share = [&](const auto& of) {
    return value([&](const TreeVariance& t) { return t.total > 0 ? of(t) / t.total : 0.0; });
  };

  VarianceShares shares;
  const std::size_t count = trees.front().parameters.size();
  for (std::size_t j = 0; j < count; ++j) {
    shares.parameters.push_back(share([&](const TreeVariance& t) { return t.parameters[j]; }));
    auto& marginals = shares.marginals.emplace_back();
    for (std::size_t v = 0; v < trees.front().marginals[j].size(); ++v) {
      OverTrees mean = value([&](const TreeVariance& t) { return t.marginals[j][v]; });
      mean.mean += forest.offset();
      marginals.push_back(mean);
    }
    for (std::size_t k = j + 1; k < count; ++k) {
      shares.pairs.push_back(
          {j, k, share([&](const TreeVariance& t) { return t.pairs[j][k - j - 1]; })});
    }
  }
  std::stable_sort(shares.pairs.begin(), shares.pairs.end(),
                   [](const auto& a, const auto& b) { return a.share.mean > b.share.mean; });
  return shares;
}

}  // namespace assay
