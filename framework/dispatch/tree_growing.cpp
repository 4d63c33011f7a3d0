#include "framework/dispatch/tree_growing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace assay::dispatch {
namespace {

constexpr std::size_t deepest = 14;
constexpr std::size_t fewest_at_leaf = 2;

using Rows = std::vector<std::size_t>;

// Between two values, where an integer's threshold is one that can be met, and a ratio's middle
// counts for numbers that grow by ratios.
double between(double low, double high) {
  const double middle = low > 0 ? std::sqrt(low * high) : (low + high) / 2;
  const double whole = std::floor(middle);
  const bool both_whole = low == std::floor(low) && high == std::floor(high);
  return both_whole ? std::max(low, whole) : std::clamp(middle, low, std::nextafter(high, low));
}

double least(const std::vector<double>& sums) { return *std::ranges::min_element(sums); }

struct Split {
  std::size_t term;
  double threshold;
  double regret;  // that it leaves
};

class Grower {
 public:
  Grower(const RegretPoints& points, double enough) : points_(points), enough_(enough) {}

  std::vector<TreeNode> grow() {
    Rows all(points_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    grow_node(all, 0);
    return std::move(nodes_);
  }

 private:
  void grow_node(const Rows& rows, std::size_t depth) {
    const std::size_t node = nodes_.size();
    const auto whole = sums(rows);
    const auto best = std::ranges::min_element(whole);
    nodes_.push_back(
        {static_cast<std::size_t>(best - whole.begin()), 0, 0, 0, 0, rows.size(), *best});
    if (depth == deepest || *best <= enough_) return;
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

  [[nodiscard]] std::vector<double> sums(const Rows& rows) const {
    std::vector<double> sums(points_.regrets.front().size(), 0);
    for (const std::size_t row : rows) {
      for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += points_.regrets[row][j];
    }
    return sums;
  }

  [[nodiscard]] std::pair<Rows, Rows> sides(const Rows& rows, const Split& split) const {
    std::pair<Rows, Rows> sides;
    for (const std::size_t row : rows) {
      const bool is_low = points_.values[row][split.term] <= split.threshold;
      (is_low ? sides.first : sides.second).push_back(row);
    }
    return sides;
  }

  [[nodiscard]] std::optional<Split> best_split(const Rows& rows,
                                                const std::vector<double>& whole) const {
    std::optional<Split> best;
    for (std::size_t term = 0; term < points_.values.front().size(); ++term) {
      const auto split = best_split_by(term, rows, whole);
      if (split && (!best || split->regret < best->regret)) best = split;
    }
    return best;
  }

  [[nodiscard]] std::optional<Split> best_split_by(std::size_t term, Rows rows,
                                                   const std::vector<double>& whole) const {
    const auto value = [&](std::size_t row) { return points_.values[row][term]; };
    std::ranges::sort(rows, {}, value);
    std::optional<Split> best;
    std::vector<double> low(whole.size(), 0);
    std::vector<double> high = whole;
    for (std::size_t k = 1; k < rows.size(); ++k) {
      for (std::size_t j = 0; j < low.size(); ++j) {
        low[j] += points_.regrets[rows[k - 1]][j];
        high[j] = whole[j] - low[j];
      }
      const bool enough = k >= fewest_at_leaf && rows.size() - k >= fewest_at_leaf;
      if (!enough || value(rows[k - 1]) == value(rows[k])) continue;
      const double regret = least(low) + least(high);
      if (best && regret >= best->regret) continue;
      best = {term, between(value(rows[k - 1]), value(rows[k])), regret};
    }
    return best;
  }

  const RegretPoints& points_;
  double enough_;
  std::vector<TreeNode> nodes_;
};

// Copies the subtree at `node`, in which subtrees become leaves that are worth no more than their
// leaves' penalties; returns its regret, penalties included.
double prune(const std::vector<TreeNode>& tree, std::size_t node, double penalty,
             std::vector<TreeNode>& pruned) {
  const std::size_t here = pruned.size();
  pruned.push_back(tree[node]);
  const double as_leaf = tree[node].regret + penalty;
  if (tree[node].is_leaf()) return as_leaf;
  pruned[here].low = pruned.size();
  double as_subtree = prune(tree, tree[node].low, penalty, pruned);
  pruned[here].high = pruned.size();
  as_subtree += prune(tree, tree[node].high, penalty, pruned);
  if (as_subtree < as_leaf) return as_subtree;
  pruned.resize(here + 1);
  pruned[here].low = pruned[here].high = 0;
  return as_leaf;
}

}  // namespace

std::vector<TreeNode> grown_tree(const RegretPoints& points, double enough) {
  return Grower(points, enough).grow();
}

std::vector<TreeNode> pruned(const std::vector<TreeNode>& tree, double penalty) {
  std::vector<TreeNode> pruned;
  prune(tree, 0, penalty, pruned);
  return pruned;
}

}  // namespace assay::dispatch
