#include "framework/dispatch/training.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "framework/decision/tree_walk.hpp"
#include "framework/dispatch/neighbourhood.hpp"
#include "framework/dispatch/regret_forest.hpp"
#include "framework/dispatch/tree_growing.hpp"

namespace assay::dispatch {
namespace {

using decision::FeatureRange;
using decision::leaf_of;
using decision::Preference;
using decision::Term;
using decision::TreeNode;

// Costs of a few samples differ by this much for no reason.
constexpr double tie = 0.01;
constexpr std::size_t drawn_points = 15;  // around each instance
constexpr std::size_t most_folds = 8;
// What elements of vectors and packed loads ask for.
constexpr int moduli[] = {2, 4, 8};
constexpr std::size_t fewest_divided = 5;
// A smaller tree is preferred unless its mean regret is larger by this much, and by so many
// standard errors.
constexpr double worth_a_larger_tree = 0.001;
constexpr double errors_worth_a_larger_tree = 0.2;
constexpr std::uint64_t seed = 1;
constexpr double unknown_regret = std::numeric_limits<double>::quiet_NaN();
// Penalties of a leaf that pruning chooses from, as mean regrets of all points.
constexpr double penalties[] = {0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 1e9};

using Rows = std::vector<std::size_t>;

// Whether some instances' sizes are divided, and others' are not.
bool tells_apart(const CostMatrix& matrix, std::size_t feature, int modulus) {
  std::size_t divided = 0;
  for (const auto& point : matrix.points) {
    if (point[feature] != std::floor(point[feature])) return false;
    divided += std::fmod(point[feature], modulus) == 0 ? 1 : 0;
  }
  return divided >= fewest_divided && matrix.instances() - divided >= fewest_divided;
}

// The features alone, then products of two and of three, ratios of two, and remainders, of those
// that are sizes; facts in products and ratios with one argument.
std::vector<Term> terms_of(const CostMatrix& matrix, const std::vector<FeatureRange>& ranges) {
  std::vector<Term> terms;
  std::vector<std::size_t> sizes;
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    terms.push_back({{k}});
    if (matrix.features[k].texts.empty() && ranges[k].from > 0) sizes.push_back(k);
  }
  const auto is_fact = [&](std::size_t size) { return matrix.features[sizes[size]].is_fact; };
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    if (is_fact(a)) continue;  // arguments stand before facts
    for (std::size_t b = a + 1; b < sizes.size(); ++b) {
      terms.push_back({{sizes[a], sizes[b]}});
      terms.push_back({{sizes[a]}, {sizes[b]}});
      for (std::size_t c = b + 1; c < sizes.size() && !is_fact(c); ++c) {
        terms.push_back({{sizes[a], sizes[b], sizes[c]}});
      }
    }
    for (const int modulus : moduli) {
      if (tells_apart(matrix, sizes[a], modulus)) terms.push_back({{sizes[a]}, {}, modulus});
    }
  }
  return terms;
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Whether the regrets `a` are not so much larger than `b` that a larger tree is worth it.
bool alike(const std::vector<double>& a, const std::vector<double>& b) {
  const auto count = static_cast<double>(a.size());
  const double more = sum_of(a) - sum_of(b);
  double squares = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    squares += (a[k] - b[k] - more / count) * (a[k] - b[k] - more / count);
  }
  return more <=
         std::max(worth_a_larger_tree * count, errors_worth_a_larger_tree * std::sqrt(squares));
}

// Every pair alone, and each that does not admit every instance before each other one.
std::vector<Preference> preferences_of(const CostMatrix& matrix, const PairConditions& conditions) {
  std::vector<Preference> preferences;
  for (std::size_t j = 0; j < matrix.pairs(); ++j) preferences.push_back({j});
  for (std::size_t j = 0; j < matrix.pairs(); ++j) {
    const bool always = std::ranges::all_of(
        matrix.points, [&](const auto& point) { return conditions.admits(j, point); });
    for (std::size_t k = 0; k < matrix.pairs() && !always; ++k) {
      if (k != j) preferences.push_back({j, k});
    }
  }
  return preferences;
}

class Trainer {
 public:
  Trainer(const CostMatrix& matrix, const PairConditions& conditions)
      : matrix_(matrix),
        conditions_(conditions),
        ranges_(ranges_of(matrix)),
        terms_(terms_of(matrix, ranges_)),
        preferences_(preferences_of(matrix, conditions)) {
    for (std::size_t row = 0; row < matrix.instances(); ++row) {
      known_.values.push_back(values_at(matrix.points[row]));
      known_.regrets.push_back(of_preferences(regrets(matrix.costs[row], tie), matrix.points[row]));
    }
  }

  [[nodiscard]] Training train() const {
    Rows all(matrix_.instances());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto [penalty, regret] = best_penalty();
    const auto grown_nodes = pruned(grown(all), penalty * points_of_growing(all));
    std::vector<TreeNode> nodes;
    for (const GrownNode& node : grown_nodes) {
      nodes.push_back({node.is_leaf() ? preferences_[node.choice] : Preference(), node.term,
                       node.threshold, node.low, node.high});
    }
    count_instances(nodes);
    return {{std::move(nodes), terms_, measured()}, regret};
  }

 private:
  [[nodiscard]] std::vector<double> values_at(const FeatureValues& point) const {
    std::vector<double> values;
    for (const Term& term : terms_) values.push_back(term.of(point));
    return values;
  }

  // The ranges outside of which the default is chosen. Facts follow from arguments, and may be
  // larger than any that was measured where every argument is in its range.
  [[nodiscard]] std::vector<FeatureRange> measured() const {
    std::vector<FeatureRange> measured = ranges_;
    for (std::size_t k = 0; k < measured.size(); ++k) {
      if (!matrix_.features[k].is_fact) continue;
      measured[k] = {std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max()};
    }
    return measured;
  }

  [[nodiscard]] static double points_of_growing(const Rows& rows) {
    return static_cast<double>(rows.size() * (1 + drawn_points));
  }

  // What is known of pairs where they admit the input: how dear a pair would be elsewhere, nobody
  // can learn from instances.
  [[nodiscard]] RegretPoints admitted_part(const Rows& rows) const {
    RegretPoints points;
    for (const std::size_t row : rows) {
      points.values.push_back(known_.values[row]);
      auto& of_pairs = points.regrets.emplace_back(regrets(matrix_.costs[row], tie));
      for (std::size_t j = 0; j < of_pairs.size(); ++j) {
        if (!conditions_.admits(j, matrix_.points[row])) of_pairs[j] = unknown_regret;
      }
    }
    return points;
  }

  // The regret of each preference at a point, by those of the pairs.
  [[nodiscard]] std::vector<double> of_preferences(const std::vector<double>& regrets,
                                                   const FeatureValues& point) const {
    std::vector<double> of_preferences;
    for (const Preference& preference : preferences_) {
      of_preferences.push_back(regrets[conditions_.admitted(preference, point)]);
    }
    return of_preferences;
  }

  // Guessed regrets as those of an instance: above the least of the pairs that admit the input.
  [[nodiscard]] std::vector<double> above_least(std::vector<double> guessed,
                                                const FeatureValues& point) const {
    double least = most_regret;
    for (std::size_t j = 0; j < guessed.size(); ++j) {
      if (!conditions_.admits(j, point)) guessed[j] = most_regret;
      least = std::min(least, guessed[j]);
    }
    for (double& regret : guessed) {
      if (regret < most_regret) regret -= least;
      if (regret <= tie) regret = 0;
    }
    return guessed;
  }

  [[nodiscard]] std::vector<GrownNode> grown(const Rows& rows) const {
    RegretPoints points;
    for (const std::size_t row : rows) {
      points.values.push_back(known_.values[row]);
      points.regrets.push_back(known_.regrets[row]);
    }
    const RegretForest forest(admitted_part(rows), seed);
    const CostMatrix some = matrix_.with_instances(rows);
    Neighbourhood neighbourhood(some, seed);
    for (std::size_t k = 0; k < drawn_points * rows.size(); ++k) {
      const FeatureValues point = neighbourhood.draw();
      points.values.push_back(values_at(point));
      points.regrets.push_back(
          of_preferences(above_least(forest.guess(points.values.back()), point), point));
    }
    // What a leaf costs in pruning, no split of such a node can save.
    return grown_tree(points, penalties[0] * points_of_growing(rows));
  }

  template <class Node>
  [[nodiscard]] std::size_t leaf(const std::vector<Node>& tree, std::size_t row) const {
    return leaf_of(tree, [&](std::size_t term) { return known_.values[row][term]; });
  }

  // The fold of each instance: instances of a group share one.
  [[nodiscard]] Rows folds() const {
    std::map<std::string, std::size_t> numbers;
    Rows folds;
    for (const auto& point : matrix_.points) {
      const auto [found, _] = numbers.emplace(group_of(matrix_.features, point), numbers.size());
      folds.push_back(found->second % most_folds);
    }
    return folds;
  }

  // With each penalty the regret of each instance by a tree that was grown without its fold.
  [[nodiscard]] std::vector<std::vector<double>> unseen_regrets() const {
    const Rows fold_of = folds();
    std::vector<std::vector<double>> regrets(std::size(penalties),
                                             std::vector<double>(fold_of.size(), 0));
    const std::set<std::size_t> numbers(fold_of.begin(), fold_of.end());
    if (numbers.size() < 2) return regrets;
    for (const std::size_t fold : numbers) {
      Rows seen;
      for (std::size_t row = 0; row < fold_of.size(); ++row) {
        if (fold_of[row] != fold) seen.push_back(row);
      }
      const auto tree = grown(seen);
      for (std::size_t k = 0; k < regrets.size(); ++k) {
        const auto nodes = pruned(tree, penalties[k] * points_of_growing(seen));
        for (std::size_t row = 0; row < fold_of.size(); ++row) {
          if (fold_of[row] != fold) continue;
          regrets[k][row] = known_.regrets[row][nodes[leaf(nodes, row)].choice];
        }
      }
    }
    return regrets;
  }

  // The largest penalty with which trees do as well as any on what they have not seen, and the mean
  // of their regrets there.
  [[nodiscard]] std::pair<double, double> best_penalty() const {
    const auto regrets = unseen_regrets();
    const auto& least = *std::ranges::min_element(regrets, {}, sum_of);
    std::size_t chosen = regrets.size() - 1;
    while (!alike(regrets[chosen], least)) --chosen;
    return {penalties[chosen], sum_of(regrets[chosen]) / static_cast<double>(matrix_.instances())};
  }

  // Counts the instances at each node, without the drawn points on which the tree was grown.
  void count_instances(std::vector<TreeNode>& nodes) const {
    for (std::size_t row = 0; row < known_.size(); ++row) {
      ++nodes[leaf(nodes, row)].instances;
    }
    // Children stand after their parents.
    for (std::size_t k = nodes.size(); k-- > 0;) {
      if (nodes[k].is_leaf()) continue;
      nodes[k].instances = nodes[nodes[k].low].instances + nodes[nodes[k].high].instances;
    }
  }

  const CostMatrix& matrix_;
  const PairConditions& conditions_;
  std::vector<FeatureRange> ranges_;
  std::vector<Term> terms_;
  std::vector<Preference> preferences_;  // what a leaf may choose
  RegretPoints known_;                   // the preferences' regrets at the instances
};

}  // namespace

Training train(const CostMatrix& matrix, const PairConditions& conditions) {
  return Trainer(matrix, conditions).train();
}

}  // namespace assay::dispatch
