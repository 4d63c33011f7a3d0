#include "framework/dispatch/decision_tree.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace assay::dispatch {
namespace {

// Costs of a few samples differ by this much for no reason.
constexpr double tie = 0.01;
constexpr std::size_t deepest = 12;
constexpr std::size_t fewest_at_leaf = 2;
constexpr std::size_t most_folds = 10;
// Of the splits by a term, so many are tried beside the best.
constexpr std::size_t spread_splits = 12;
// Penalties of a leaf that pruning chooses from, as shares of the regret of the default.
constexpr double penalties[] = {0, 0.001, 0.003, 0.01, 0.03, 0.1, 1};

using Rows = std::vector<std::size_t>;

// Between two values, where an integer's threshold is one that can be met, and a ratio's middle
// counts for numbers that grow by ratios.
double between(double low, double high) {
  const double middle = low > 0 ? std::sqrt(low * high) : (low + high) / 2;
  const double whole = std::floor(middle);
  const bool both_whole = low == std::floor(low) && high == std::floor(high);
  return both_whole ? std::max(low, whole) : std::clamp(middle, low, std::nextafter(high, low));
}

// The pair at the leaf that an instance comes to, of which `value_of` tells the terms' values.
template <class ValueOf>
std::size_t choice(const std::vector<TreeNode>& nodes, const ValueOf& value_of) {
  std::size_t node = 0;
  while (!nodes[node].is_leaf()) {
    const bool is_low = value_of(nodes[node].term) <= nodes[node].threshold;
    node = is_low ? nodes[node].low : nodes[node].high;
  }
  return nodes[node].pair;
}

struct Split {
  std::size_t term;
  double threshold;
  double regret;
};

class Grower {
 public:
  Grower(const CostMatrix& matrix, const std::vector<Term>& terms) : matrix_(matrix) {
    for (const auto& costs : matrix.costs) regrets_.push_back(regrets(costs, tie));
    for (const auto& point : matrix.points) {
      auto& values = values_.emplace_back();
      for (const Term& term : terms) values.push_back(term.of(point));
    }
  }

  std::vector<TreeNode> grow(const Rows& rows) {
    nodes_.clear();
    grow_node(rows, 0);
    return std::move(nodes_);
  }

  [[nodiscard]] double regret(std::size_t row, std::size_t pair) const {
    return regrets_[row][pair];
  }
  [[nodiscard]] double regret(std::size_t row, const std::vector<TreeNode>& tree) const {
    return regrets_[row][choice(tree, [&](std::size_t term) { return values_[row][term]; })];
  }

 private:
  [[nodiscard]] std::vector<double> sums(const Rows& rows) const {
    std::vector<double> sums(matrix_.pairs(), 0);
    for (const std::size_t row : rows) {
      for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += regrets_[row][j];
    }
    return sums;
  }

  void grow_node(const Rows& rows, std::size_t depth) {
    const std::size_t node = nodes_.size();
    const auto whole = sums(rows);
    const auto best = std::ranges::min_element(whole);
    nodes_.push_back(
        {static_cast<std::size_t>(best - whole.begin()), 0, 0, 0, 0, rows.size(), *best});
    if (depth == deepest || *best == 0) return;
    const auto split = best_split(rows, whole);
    if (!split) return;
    const auto [low, high] = sides(rows, *split);
    grow_node(low, depth + 1);
    const std::size_t second = nodes_.size();
    grow_node(high, depth + 1);
    nodes_[node].term = split->term;
    nodes_[node].threshold = split->threshold;
    nodes_[node].low = node + 1;
    nodes_[node].high = second;
  }

  [[nodiscard]] std::pair<Rows, Rows> sides(const Rows& rows, const Split& split) const {
    std::pair<Rows, Rows> sides;
    for (const std::size_t row : rows) {
      const bool is_low = values_[row][split.term] <= split.threshold;
      (is_low ? sides.first : sides.second).push_back(row);
    }
    return sides;
  }

  // The split after which one more split on each side leaves the least regret. To look at one
  // split alone would miss those that are worth something together only.
  [[nodiscard]] std::optional<Split> best_split(const Rows& rows,
                                                const std::vector<double>& whole) const {
    std::optional<Split> best;
    double least = failed_cost;
    for (const Split& split : promising(rows, whole)) {
      const auto [low, high] = sides(rows, split);
      const double regret = after_split(low) + after_split(high);
      if (regret > least || (regret == least && split.regret >= best->regret)) continue;
      least = regret;
      best = split;
    }
    return best;
  }

  [[nodiscard]] double after_split(const Rows& rows) const {
    const auto whole = sums(rows);
    double regret = least(whole);
    if (regret == 0) return 0;
    for (std::size_t term = 0; term < values_.front().size(); ++term) {
      for (const Split& split : splits(rows, whole, term)) regret = std::min(regret, split.regret);
    }
    return regret;
  }

  // For each term, the best split by it and some evenly spread ones.
  [[nodiscard]] std::vector<Split> promising(const Rows& rows,
                                             const std::vector<double>& whole) const {
    std::vector<Split> promising;
    for (std::size_t term = 0; term < values_.front().size(); ++term) {
      const std::vector<Split> all = splits(rows, whole, term);
      if (all.empty()) continue;
      promising.push_back(*std::ranges::min_element(all, {}, &Split::regret));
      const std::size_t step = std::max<std::size_t>(1, all.size() / spread_splits);
      for (std::size_t k = step / 2; k < all.size(); k += step) promising.push_back(all[k]);
    }
    return promising;
  }

  // All splits by a term, with the regrets that they leave.
  [[nodiscard]] std::vector<Split> splits(const Rows& rows, const std::vector<double>& whole,
                                          std::size_t term) const {
    Rows sorted = rows;
    const auto value = [&](std::size_t row) { return values_[row][term]; };
    std::ranges::sort(sorted, {}, value);
    std::vector<Split> splits;
    std::vector<double> low(whole.size(), 0);
    for (std::size_t k = 1; k < sorted.size(); ++k) {
      for (std::size_t j = 0; j < low.size(); ++j) low[j] += regrets_[sorted[k - 1]][j];
      const bool enough = k >= fewest_at_leaf && sorted.size() - k >= fewest_at_leaf;
      if (!enough || value(sorted[k - 1]) == value(sorted[k])) continue;
      splits.push_back({term, between(value(sorted[k - 1]), value(sorted[k])),
                        least(low) + least_rest(whole, low)});
    }
    return splits;
  }

  [[nodiscard]] static double least(const std::vector<double>& sums) {
    return *std::ranges::min_element(sums);
  }
  [[nodiscard]] static double least_rest(const std::vector<double>& whole,
                                         const std::vector<double>& low) {
    double least = whole.front() - low.front();
    for (std::size_t j = 1; j < whole.size(); ++j) least = std::min(least, whole[j] - low[j]);
    return least;
  }

  const CostMatrix& matrix_;
  std::vector<std::vector<double>> regrets_;
  std::vector<std::vector<double>> values_;  // of the terms on each instance
  std::vector<TreeNode> nodes_;
};

// Copies the subtree at `node`, in which subtrees become leaves that are worth no more than their
// leaves' penalties; returns its regret, penalties included.
double prune(const std::vector<TreeNode>& tree, std::size_t node, double penalty,
             std::vector<TreeNode>& pruned) {
  const std::size_t here = pruned.size();
  pruned.push_back(tree[node]);
  const double as_leaf = tree[node].regret + penalty;
  double as_subtree = failed_cost;
  if (!tree[node].is_leaf()) {
    pruned[here].low = pruned.size();
    as_subtree = prune(tree, tree[node].low, penalty, pruned);
    pruned[here].high = pruned.size();
    as_subtree += prune(tree, tree[node].high, penalty, pruned);
  }
  if (as_subtree < as_leaf) return as_subtree;
  pruned.resize(here + 1);
  pruned[here].low = pruned[here].high = 0;
  return as_leaf;
}

std::vector<TreeNode> pruned(const std::vector<TreeNode>& tree, double penalty) {
  std::vector<TreeNode> pruned;
  prune(tree, 0, penalty, pruned);
  return pruned;
}

// The fold of each instance: instances of a group share one.
std::vector<std::size_t> folds_of(const CostMatrix& matrix) {
  std::map<std::string, std::size_t> numbers;
  std::vector<std::size_t> folds;
  for (const auto& point : matrix.points) {
    const auto [found, _] = numbers.emplace(group_of(matrix.features, point), numbers.size());
    folds.push_back(found->second % most_folds);
  }
  return folds;
}

// With each penalty the regret of each instance by a tree that was grown without its fold.
std::vector<std::vector<double>> held_out_regrets(Grower& grower,
                                                  const std::vector<std::size_t>& folds,
                                                  double whole) {
  std::vector<std::vector<double>> regrets(std::size(penalties),
                                           std::vector<double>(folds.size(), 0));
  for (const std::size_t fold : std::set<std::size_t>(folds.begin(), folds.end())) {
    Rows seen;
    for (std::size_t row = 0; row < folds.size(); ++row) {
      if (folds[row] != fold) seen.push_back(row);
    }
    if (seen.empty()) continue;
    const auto tree = grower.grow(seen);
    for (std::size_t k = 0; k < regrets.size(); ++k) {
      const auto nodes = pruned(tree, penalties[k] * whole);
      for (std::size_t row = 0; row < folds.size(); ++row) {
        if (folds[row] == fold) regrets[k][row] = grower.regret(row, nodes);
      }
    }
  }
  return regrets;
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Whether the regrets `a` are larger than `b` by no more than chance might have it: by one standard
// error of the sum of their differences.
bool alike(const std::vector<double>& a, const std::vector<double>& b) {
  const double more = sum_of(a) - sum_of(b);
  const double mean = more / static_cast<double>(a.size());
  double squares = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    squares += (a[k] - b[k] - mean) * (a[k] - b[k] - mean);
  }
  return more <= std::sqrt(squares);
}

std::vector<FeatureRange> ranges_of(const CostMatrix& matrix) {
  std::vector<FeatureRange> ranges;
  for (std::size_t k = 0; k < matrix.features.size(); ++k) {
    FeatureRange range{matrix.points.front()[k], matrix.points.front()[k]};
    for (const auto& point : matrix.points) {
      range.from = std::min(range.from, point[k]);
      range.to = std::max(range.to, point[k]);
    }
    ranges.push_back(range);
  }
  return ranges;
}

// The features alone, then products of two and of three, and ratios of two, of those that are
// sizes.
std::vector<Term> terms_of(const CostMatrix& matrix, const std::vector<FeatureRange>& ranges) {
  std::vector<Term> terms;
  std::vector<std::size_t> sizes;
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    terms.push_back({{k}, {}});
    if (matrix.features[k].texts.empty() && ranges[k].from > 0) sizes.push_back(k);
  }
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    for (std::size_t b = a + 1; b < sizes.size(); ++b) {
      terms.push_back({{sizes[a], sizes[b]}, {}});
      terms.push_back({{sizes[a]}, {sizes[b]}});
      for (std::size_t c = b + 1; c < sizes.size(); ++c) {
        terms.push_back({{sizes[a], sizes[b], sizes[c]}, {}});
      }
    }
  }
  return terms;
}

}  // namespace

double Term::of(const FeatureValues& values) const {
  double value = values[factors.front()];
  for (std::size_t k = 1; k < factors.size(); ++k) value *= values[factors[k]];
  for (const std::size_t divisor : divisors) value /= values[divisor];
  return value;
}

bool DecisionTree::covers(const FeatureValues& values) const {
  for (std::size_t k = 0; k < measured_.size(); ++k) {
    // Written so that what is no number is not covered.
    if (!(values[k] >= measured_[k].from && values[k] <= measured_[k].to)) return false;
  }
  return true;
}

std::size_t DecisionTree::choose(const FeatureValues& values) const {
  if (!covers(values)) return 0;
  return choice(nodes_, [&](std::size_t term) { return terms_[term].of(values); });
}

DecisionTree train(const CostMatrix& matrix) {
  auto ranges = ranges_of(matrix);
  auto terms = terms_of(matrix, ranges);
  Grower grower(matrix, terms);
  const auto folds = folds_of(matrix);
  Rows all(matrix.instances());
  std::iota(all.begin(), all.end(), std::size_t{0});
  double whole = 0;  // the regret of the default
  for (const std::size_t row : all) whole += grower.regret(row, 0);
  const auto held_out = held_out_regrets(grower, folds, whole);
  const auto& least = *std::ranges::min_element(held_out, {}, sum_of);
  // The smallest tree that is not told apart from the best.
  std::size_t chosen = held_out.size() - 1;
  while (!alike(held_out[chosen], least)) --chosen;
  return {pruned(grower.grow(all), penalties[chosen] * whole), std::move(terms), std::move(ranges)};
}

}  // namespace assay::dispatch
