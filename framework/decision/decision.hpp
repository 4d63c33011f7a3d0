// What a dispatcher decides, and by what.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "framework/decision/decision_tree.hpp"
#include "framework/decision/feature.hpp"
#include "framework/decision/pair.hpp"
#include "framework/decision/pair_conditions.hpp"

namespace assay::decision {

struct Decision {
  std::string problem;
  std::vector<Feature> features;    // arguments of the problem, and facts of its instances
  std::vector<Pair> pairs;          // at least one; the first is the default
  std::vector<std::string> builds;  // of each pair: the build of its variant that was measured
  DecisionTree tree;
  PairConditions conditions = {};  // of the pairs

  // The first pair that admits the input: of those that the tree prefers, then of all.
  [[nodiscard]] std::size_t choose(const FeatureValues& values) const {
    return conditions.admitted(tree.preferred(values), values);
  }
};

// Reads a decision from what `assay dispatch --output X.json` wrote, which may have been changed by
// anybody: every number in the result is in range, and every walk through the tree ends. Throws
// usage Error that names the place in the JSON, and what would be right.
[[nodiscard]] Decision decision_from_json(const std::string& text);

// Throws usage Error where pairs are for several devices, since a variant runs on one.
void require_one_device(const Decision& decision);

}  // namespace assay::decision
