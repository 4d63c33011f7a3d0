#include "framework/decision/decision_tree.hpp"

#include <cmath>

#include "framework/decision/tree_walk.hpp"

namespace assay::decision {

double Term::of(const FeatureValues& values) const {
  double value = values[factors.front()];
  for (std::size_t k = 1; k < factors.size(); ++k) value *= values[factors[k]];
  for (const std::size_t divisor : divisors) value /= values[divisor];
  return modulus == 0 ? value : std::fmod(value, modulus);
}

bool DecisionTree::covers(const FeatureValues& values) const {
  for (std::size_t k = 0; k < measured_.size(); ++k) {
    // Written so that what is no number is not covered.
    if (!(values[k] >= measured_[k].from && values[k] <= measured_[k].to)) return false;
  }
  return true;
}

const Preference& DecisionTree::preferred(const FeatureValues& values) const {
  static const Preference outside = {0};
  if (!covers(values)) return outside;
  return nodes_[leaf_of(nodes_, [&](std::size_t term) { return terms_[term].of(values); })].pairs;
}

}  // namespace assay::decision
