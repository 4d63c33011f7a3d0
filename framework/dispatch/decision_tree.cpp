#include "framework/dispatch/decision_tree.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace assay::dispatch {
namespace {

// Costs of a few samples differ by this much for no reason.
constexpr double tie = 0.01;
constexpr std::size_t deepest = 12;
constexpr std::size_t fewest_at_leaf = 2;
constexpr std::size_t most_folds = 10;
// Penalties of a leaf that pruning chooses from, as shares of the mean regret of the whole.
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

struct Split {
  std::size_t feature;
  double threshold;
  double regret;
};

class Grower {
 public:
  explicit Grower(const CostMatrix& matrix) : matrix_(matrix) {
    for (const auto& costs : matrix.costs) regrets_.push_back(regrets(costs, tie));
  }

  std::vector<TreeNode> grow(const Rows& rows, double penalty) {
    nodes_.clear();
    penalty_ = penalty;
    grow_node(rows, 0);
    return std::move(nodes_);
  }

  [[nodiscard]] double regret(std::size_t row, std::size_t pair) const {
    return regrets_[row][pair];
  }

 private:
  [[nodiscard]] std::vector<double> sums(const Rows& rows) const {
    std::vector<double> sums(matrix_.pairs(), 0);
    for (const std::size_t row : rows) {
      for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += regrets_[row][j];
    }
    return sums;
  }

  // Grows a subtree and returns its regret, its leaves' penalties included. A subtree that is no
  // better than a leaf becomes one.
  double grow_node(const Rows& rows, std::size_t depth) {
    const std::size_t node = nodes_.size();
    const auto whole = sums(rows);
    const auto best = std::ranges::min_element(whole);
    nodes_.push_back({static_cast<std::size_t>(best - whole.begin()), 0, 0, 0, 0, rows.size()});
    const double as_leaf = *best + penalty_;
    if (depth == deepest || *best == 0) return as_leaf;
    const auto split = best_split(rows, whole);
    if (!split) return as_leaf;
    Rows low;
    Rows high;
    for (const std::size_t row : rows) {
      (matrix_.points[row][split->feature] <= split->threshold ? low : high).push_back(row);
    }
    double as_subtree = grow_node(low, depth + 1);
    const std::size_t second = nodes_.size();
    as_subtree += grow_node(high, depth + 1);
    if (as_subtree >= as_leaf) {
      nodes_.resize(node + 1);
      return as_leaf;
    }
    nodes_[node].feature = split->feature;
    nodes_[node].threshold = split->threshold;
    nodes_[node].low = node + 1;
    nodes_[node].high = second;
    return as_subtree;
  }

  // The split of the least regret. It need not be below that of the whole: two splits may be worth
  // something together that each is not.
  [[nodiscard]] std::optional<Split> best_split(const Rows& rows,
                                                const std::vector<double>& whole) const {
    std::optional<Split> best;
    for (std::size_t feature = 0; feature < matrix_.features.size(); ++feature) {
      Rows sorted = rows;
      const auto value = [&](std::size_t row) { return matrix_.points[row][feature]; };
      std::ranges::stable_sort(sorted, {}, value);
      std::vector<double> low(whole.size(), 0);
      for (std::size_t k = 1; k < sorted.size(); ++k) {
        for (std::size_t j = 0; j < low.size(); ++j) low[j] += regrets_[sorted[k - 1]][j];
        const bool enough = k >= fewest_at_leaf && sorted.size() - k >= fewest_at_leaf;
        if (!enough || value(sorted[k - 1]) == value(sorted[k])) continue;
        const double regret = least(low) + least_rest(whole, low);
        if (best && regret >= best->regret) continue;
        best = Split{feature, between(value(sorted[k - 1]), value(sorted[k])), regret};
      }
    }
    return best;
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
  std::vector<TreeNode> nodes_;
  double penalty_ = 0;
};

std::size_t choice(const std::vector<TreeNode>& nodes, const FeatureValues& values) {
  std::size_t node = 0;
  while (!nodes[node].is_leaf()) {
    node =
        values[nodes[node].feature] <= nodes[node].threshold ? nodes[node].low : nodes[node].high;
  }
  return nodes[node].pair;
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

// The regret of each instance by a tree that was grown without its fold.
std::vector<double> held_out_regrets(const CostMatrix& matrix, Grower& grower,
                                     const std::vector<std::size_t>& folds, double penalty) {
  std::vector<double> regrets(folds.size(), 0);
  for (const std::size_t fold : std::set<std::size_t>(folds.begin(), folds.end())) {
    Rows seen;
    for (std::size_t row = 0; row < folds.size(); ++row) {
      if (folds[row] != fold) seen.push_back(row);
    }
    if (seen.empty()) continue;
    const auto nodes = grower.grow(seen, penalty);
    for (std::size_t row = 0; row < folds.size(); ++row) {
      if (folds[row] != fold) continue;
      regrets[row] = grower.regret(row, choice(nodes, matrix.points[row]));
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

}  // namespace

bool DecisionTree::covers(const FeatureValues& values) const {
  for (std::size_t k = 0; k < measured_.size(); ++k) {
    // Written so that what is no number is not covered.
    if (!(values[k] >= measured_[k].from && values[k] <= measured_[k].to)) return false;
  }
  return true;
}

std::size_t DecisionTree::choose(const FeatureValues& values) const {
  return covers(values) ? choice(nodes_, values) : 0;
}

DecisionTree train(const CostMatrix& matrix) {
  Grower grower(matrix);
  const auto folds = folds_of(matrix);
  Rows all(matrix.instances());
  std::iota(all.begin(), all.end(), std::size_t{0});
  double whole = 0;  // the regret of the default
  for (const std::size_t row : all) whole += grower.regret(row, 0);
  std::vector<std::vector<double>> held_out;
  for (const double penalty : penalties) {
    held_out.push_back(held_out_regrets(matrix, grower, folds, penalty * whole));
  }
  const auto& least = *std::ranges::min_element(held_out, {}, sum_of);
  // The smallest tree that is not told apart from the best.
  std::size_t chosen = held_out.size() - 1;
  while (!alike(held_out[chosen], least)) --chosen;
  return {grower.grow(all, penalties[chosen] * whole), ranges_of(matrix)};
}

}  // namespace assay::dispatch
