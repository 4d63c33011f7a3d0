// From measured costs to a decision: by which features, by which tree.
#pragma once

#include <vector>

#include "framework/decision/decision_tree.hpp"
#include "framework/dispatch/cost_matrix.hpp"
#include "framework/dispatch/subject.hpp"

namespace assay::dispatch {

struct Learnt {
  std::vector<Feature> features;
  PairConditions conditions;
  decision::DecisionTree tree;
};

// Trains by the arguments that are the features of `matrix`, and also by facts of its instances;
// keeps facts only if choices on instances that training has not seen become clearly better by
// them, since whoever chooses must know them. The columns of `matrix` are `pairs`.
[[nodiscard]] Learnt learn(const Subject& subject, const std::vector<Pair>& pairs,
                           const CostMatrix& matrix);

}  // namespace assay::dispatch
