#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "framework/decision/feature.hpp"
#include "framework/decision/pair.hpp"

namespace assay::decision {

// What a condition is about: a feature; a product or ratio of features, since many a crossover lies
// where the size of all the work, or the form of an input, is a certain one; or a remainder, since
// packed loads ask for sizes that they divide.
struct Term {
  std::vector<std::size_t> factors;        // features; at least one
  std::vector<std::size_t> divisors = {};  // above 0 wherever instances were measured
  int modulus = 0;                         // 0: not a remainder

  [[nodiscard]] double of(const FeatureValues& values) const;
};

struct TreeNode {
  Preference pairs = {};  // at a leaf: at least one
  std::size_t term = 0;   // its number among the tree's terms
  double threshold = 0;   // values up to it go to `low`
  std::size_t low = 0;    // positions of the children; both 0 at a leaf
  std::size_t high = 0;
  std::size_t instances = 0;  // of the training that came here

  [[nodiscard]] bool is_leaf() const { return low == 0; }
};

// A range of a feature's values, ends included.
struct FeatureRange {
  double from = 0;
  double to = 0;
};

// Prefers pairs by the features of an instance. Pair 0 is the default, which instances get that
// have a feature outside of what was measured, or one that is no number.
class DecisionTree {
 public:
  DecisionTree(std::vector<TreeNode> nodes, std::vector<Term> terms,
               std::vector<FeatureRange> measured)
      : nodes_(std::move(nodes)), terms_(std::move(terms)), measured_(std::move(measured)) {}

  [[nodiscard]] bool covers(const FeatureValues& values) const;
  [[nodiscard]] const Preference& preferred(const FeatureValues& values) const;
  // The root is the first.
  [[nodiscard]] const std::vector<TreeNode>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  // The range of each feature in which instances were measured.
  [[nodiscard]] const std::vector<FeatureRange>& measured() const { return measured_; }

 private:
  std::vector<TreeNode> nodes_;
  std::vector<Term> terms_;
  std::vector<FeatureRange> measured_;
};

}  // namespace assay::decision
