#include "framework/dispatch/tree_growing.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>

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

// The points of a node, sorted by each term.
using Orders = std::vector<Rows>;

class Grower {
 public:
  Grower(const RegretPoints& points, double enough) : points_(points), enough_(enough) {}

  std::vector<GrownNode> grow() {
    Rows all(points_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    Orders orders(points_.values.front().size(), all);
    for (std::size_t term = 0; term < orders.size(); ++term) {
      std::ranges::sort(orders[term], {}, [&](std::size_t row) { return value(row, term); });
    }
    grow_node(orders, 0);
    return std::move(nodes_);
  }

 private:
  [[nodiscard]] double value(std::size_t row, std::size_t term) const {
    return points_.values[row][term];
  }

  void grow_node(const Orders& orders, std::size_t depth) {
    const std::size_t node = nodes_.size();
    const auto whole = sums(orders.front());
    const auto best = std::ranges::min_element(whole);
    nodes_.push_back({static_cast<std::size_t>(best - whole.begin()), *best});
    if (depth == deepest || *best <= enough_) return;
    const auto split = best_split(orders, whole);
    if (!split) return;
    grow_node(side(orders, *split, true), depth + 1);
    const std::size_t second = nodes_.size();
    grow_node(side(orders, *split, false), depth + 1);
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

  // The points on one side, which stay sorted.
  [[nodiscard]] Orders side(const Orders& orders, const Split& split, bool low) const {
    Orders side;
    for (const Rows& rows : orders) {
      Rows& kept = side.emplace_back();
      std::ranges::copy_if(rows, std::back_inserter(kept), [&](std::size_t row) {
        return (value(row, split.term) <= split.threshold) == low;
      });
    }
    return side;
  }

  [[nodiscard]] std::optional<Split> best_split(const Orders& orders,
                                                const std::vector<double>& whole) const {
    std::optional<Split> best;
    for (std::size_t term = 0; term < orders.size(); ++term) {
      const auto split = best_split_by(term, orders[term], whole);
      if (split && (!best || split->regret < best->regret)) best = split;
    }
    return best;
  }

  [[nodiscard]] std::optional<Split> best_split_by(std::size_t term, const Rows& rows,
                                                   const std::vector<double>& whole) const {
    std::optional<Split> best;
    std::vector<double> low(whole.size(), 0);
    std::vector<double> high = whole;
    for (std::size_t k = 1; k < rows.size(); ++k) {
      for (std::size_t j = 0; j < low.size(); ++j) {
        low[j] += points_.regrets[rows[k - 1]][j];
        high[j] = whole[j] - low[j];
      }
      const double below = value(rows[k - 1], term);
      const double above = value(rows[k], term);
      const bool enough = k >= fewest_at_leaf && rows.size() - k >= fewest_at_leaf;
      if (!enough || below == above) continue;
      const double regret = least(low) + least(high);
      if (best && regret >= best->regret) continue;
      best = {term, between(below, above), regret};
    }
    return best;
  }

  const RegretPoints& points_;
  double enough_;
  std::vector<GrownNode> nodes_;
};

// Copies the subtree at `node`, in which subtrees become leaves that are worth no more than their
// leaves' penalties; returns its regret, penalties included.
double prune(const std::vector<GrownNode>& tree, std::size_t node, double penalty,
             std::vector<GrownNode>& pruned) {
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

std::vector<GrownNode> grown_tree(const RegretPoints& points, double enough) {
  return Grower(points, enough).grow();
}

std::vector<GrownNode> pruned(const std::vector<GrownNode>& tree, double penalty) {
  std::vector<GrownNode> pruned;
  prune(tree, 0, penalty, pruned);
  return pruned;
}

}  // namespace assay::dispatch
