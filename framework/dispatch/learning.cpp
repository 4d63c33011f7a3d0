#include "framework/dispatch/learning.hpp"

#include <utility>

#include "framework/dispatch/conditions_of.hpp"
#include "framework/dispatch/fact_features.hpp"
#include "framework/dispatch/training.hpp"

namespace assay::dispatch {
namespace {

// By so much the mean regret on unseen instances must fall for facts to be asked for.
constexpr double worth_of_facts = 0.002;

struct Attempt {
  Learnt learnt;
  double unseen_regret;
};

Attempt attempt(const Subject& subject, const std::vector<Pair>& pairs, const CostMatrix& matrix) {
  PairConditions conditions(matrix.features, conditions_of(subject, matrix.features, pairs));
  Training training = train(matrix, conditions);
  return {{matrix.features, std::move(conditions), std::move(training.tree)},
          training.unseen_regret};
}

}  // namespace

Learnt learn(const Subject& subject, const std::vector<Pair>& pairs, const CostMatrix& matrix) {
  Attempt by_arguments = attempt(subject, pairs, matrix);
  std::vector<Feature> features = matrix.features;
  const auto facts = fact_features(matrix);
  if (facts.empty()) return std::move(by_arguments.learnt);
  features.insert(features.end(), facts.begin(), facts.end());
  const Learnt by_all = attempt(subject, pairs, matrix.with_features(features)).learnt;
  features = used_features(features, by_all.tree, by_all.conditions, pairs.size());
  if (features.size() == matrix.features.size()) return std::move(by_arguments.learnt);
  Attempt by_some = attempt(subject, pairs, matrix.with_features(features));
  const bool worth_it = by_some.unseen_regret < by_arguments.unseen_regret - worth_of_facts;
  return std::move(worth_it ? by_some.learnt : by_arguments.learnt);
}

}  // namespace assay::dispatch
