#include "framework/tune/regression_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace assay {

// Grows one tree; keeps its working memory from node to node.
class RegressionTree::Grower {
 public:
  Grower(RegressionTree& tree, const std::vector<ValueOrder>& orders,
         const Observations& observations, const std::vector<std::uint32_t>& counts,
         const TreeOptions& options, std::mt19937_64& generator)
      : tree_(tree),
        orders_(orders),
        observations_(observations),
        generator_(generator),
        least_in_leaf_(std::max(1U, options.least_in_leaf)),
        parameters_(orders.size()) {
    for (std::uint32_t i = 0; i < counts.size(); ++i) {
      if (counts[i] > 0) rows_.push_back({i, counts[i], counts[i] * observations.targets[i]});
    }
    std::iota(parameters_.begin(), parameters_.end(), 0U);
    const auto wanted = std::ceil(options.share_of_parameters * static_cast<double>(orders.size()));
    sampled_ = std::max<std::size_t>(1, static_cast<std::size_t>(wanted));
    std::size_t most_values = 0;
    for (const auto& order : orders) most_values = std::max(most_values, order.rank.size());
    sums_.resize(most_values);
    seen_.resize((most_values + 63) / 64);
    rounding_ = 1e-12 * squares_around(0, {0, 0, rows_.size()});
  }

  void grow() {
    tree_.nodes_.emplace_back();
    std::vector<Range> open = {{0, 0, rows_.size()}};
    while (!open.empty()) {
      const Range range = open.back();
      open.pop_back();
      if (!find_split(range)) {
        make_leaf(range);
        continue;
      }
      const std::size_t middle = part(range);
      const auto child = static_cast<std::uint32_t>(tree_.nodes_.size());
      tree_.nodes_[range.node].child = child;
      tree_.nodes_.resize(child + 2);
      open.push_back({child, range.begin, middle});
      open.push_back({child + 1, middle, range.end});
    }
  }

 private:
  struct Row {
    std::uint32_t observation;
    std::uint32_t count;
    double sum;  // of the targets: the target times the count
  };
  struct Range {  // a range of rows_ and the node that the rows have reached
    std::uint32_t node;
    std::size_t begin;
    std::size_t end;
  };
  struct Sum {
    double count = 0;
    double targets = 0;
  };
  struct Split {
    std::uint32_t parameter = 0;
    double gain = 0;                   // up to a constant of the node
    std::vector<std::uint32_t> left;   // ranks that rows of the node have
    std::vector<std::uint32_t> right;  // its first rank follows the last left one
  };

  [[nodiscard]] std::span<const Row> rows(const Range& range) const {
    return std::span(rows_).subspan(range.begin, range.end - range.begin);
  }

  [[nodiscard]] Sum sum_of(const Range& range) const {
    Sum sum;
    for (const Row& row : rows(range)) {
      sum.count += row.count;
      sum.targets += row.sum;
    }
    return sum;
  }

  [[nodiscard]] double squares_around(double mean, const Range& range) const {
    double squares = 0;
    for (const Row& row : rows(range)) {
      squares += row.count * std::pow(row.sum / row.count - mean, 2);
    }
    return squares;
  }

  void make_leaf(const Range& range) {
    const Sum sum = sum_of(range);
    const double mean = sum.targets / sum.count;
    const double squares = squares_around(mean, range);
    tree_.nodes_[range.node].child = static_cast<std::uint32_t>(tree_.predictions_.size());
    tree_.predictions_.push_back({mean, squares / sum.count});
  }

  // Sets split_ to the best split along the sampled parameters; parameters with a single value in
  // the node do not count as sampled. A split without gain is taken too, because an interaction of
  // parameters only shows in the next split. Returns false if the node is to be a leaf.
  bool find_split(const Range& range) {
    const Sum all = sum_of(range);
    if (all.count < 2 * least_in_leaf_ || range.end - range.begin < 2) return false;
    if (squares_around(all.targets / all.count, range) <= rounding_) return false;
    split_.gain = -1;  // less than any
    std::size_t sampled = 0;
    for (std::size_t k = 0; k < parameters_.size() && sampled < sampled_; ++k) {
      std::swap(parameters_[k], parameters_[k + generator_() % (parameters_.size() - k)]);
      gather(parameters_[k], range);
      if (present_.size() < 2) continue;
      ++sampled;
      take_better_split(parameters_[k], all);
    }
    return split_.gain >= 0;
  }

  // Fills present_ with the ranks that occur in the range, in the order in which they may be
  // divided, and sums_ with the targets of each rank.
  void gather(std::uint32_t parameter, const Range& range) {
    for (const std::uint32_t rank : present_) sums_[rank] = {};
    present_.clear();
    const auto& column = observations_.ranks[parameter];
    for (const Row& row : rows(range)) {
      const std::uint32_t rank = column[row.observation];
      sums_[rank].count += row.count;
      sums_[rank].targets += row.sum;
      seen_[rank / 64] |= std::uint64_t{1} << (rank % 64);
    }
    for (std::uint32_t word = 0; word < seen_.size(); ++word) {
      for (; seen_[word] != 0; seen_[word] &= seen_[word] - 1) {
        present_.push_back(64 * word + static_cast<std::uint32_t>(std::countr_zero(seen_[word])));
      }
    }
    if (orders_[parameter].ordered) return;
    const auto mean = [&](std::uint32_t rank) { return sums_[rank].targets / sums_[rank].count; };
    std::stable_sort(present_.begin(), present_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return mean(a) < mean(b); });
  }

  void take_better_split(std::uint32_t parameter, const Sum& all) {
    Sum left;
    std::size_t cut = 0;  // number of ranks in present_ that go left in the best split so far
    for (std::size_t k = 0; k + 1 < present_.size(); ++k) {
      left.count += sums_[present_[k]].count;
      left.targets += sums_[present_[k]].targets;
      const Sum right = {all.count - left.count, all.targets - left.targets};
      if (left.count < least_in_leaf_ || right.count < least_in_leaf_) continue;
      const double gain =
          left.targets * left.targets / left.count + right.targets * right.targets / right.count;
      if (gain <= split_.gain) continue;
      split_.gain = gain;
      cut = k + 1;
    }
    if (cut == 0) return;
    const auto middle = present_.begin() + static_cast<std::ptrdiff_t>(cut);
    split_.parameter = parameter;
    split_.left.assign(present_.begin(), middle);
    split_.right.assign(middle, present_.end());
  }

  // Writes split_ into the node and moves the rows that go left to the front. Returns the end of
  // the left rows.
  std::size_t part(const Range& range) {
    const std::vector<bool> left = ranks_to_the_left();
    const auto& rank = orders_[split_.parameter].rank;
    Node& node = tree_.nodes_[range.node];
    node.parameter = split_.parameter;
    node.left = static_cast<std::uint32_t>(tree_.left_.size());
    tree_.left_.resize(tree_.left_.size() + (rank.size() + 63) / 64);
    for (std::uint32_t value = 0; value < rank.size(); ++value) {
      const auto bit = static_cast<std::uint64_t>(left[rank[value]]);
      tree_.left_[node.left + value / 64] |= bit << (value % 64);
    }
    const auto& column = observations_.ranks[split_.parameter];
    const auto begin = rows_.begin();
    const auto middle =
        std::partition(begin + static_cast<std::ptrdiff_t>(range.begin),
                       begin + static_cast<std::ptrdiff_t>(range.end),
                       [&](const Row& row) { return left[column[row.observation]]; });
    return static_cast<std::size_t>(middle - begin);
  }

  // Whether each rank goes left, including the ranks that do not occur in the node.
  std::vector<bool> ranks_to_the_left() {
    const ValueOrder& order = orders_[split_.parameter];
    std::vector<bool> left(order.rank.size());
    if (order.ordered) {
      const std::uint32_t last = split_.left.back();
      const std::uint32_t gap = split_.right.front() - last;
      const std::size_t count = last + 1 + generator_() % gap;
      std::fill_n(left.begin(), count, true);
      return left;
    }
    for (std::size_t rank = 0; rank < left.size(); ++rank) left[rank] = generator_() % 2 == 0;
    for (const std::uint32_t rank : split_.left) left[rank] = true;
    for (const std::uint32_t rank : split_.right) left[rank] = false;
    return left;
  }

  RegressionTree& tree_;
  const std::vector<ValueOrder>& orders_;
  const Observations& observations_;
  std::mt19937_64& generator_;
  double least_in_leaf_;
  double rounding_ = 0;  // sums of squares up to this count as 0
  std::size_t sampled_ = 1;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> parameters_;  // in the order last drawn
  std::vector<std::uint32_t> present_;
  std::vector<Sum> sums_;            // of each rank; 0 for ranks not in present_
  std::vector<std::uint64_t> seen_;  // a bit for each rank; 0 outside gather
  Split split_;
};

RegressionTree::RegressionTree(const std::vector<ValueOrder>& orders,
                               const Observations& observations,
                               const std::vector<std::uint32_t>& counts, const TreeOptions& options,
                               std::mt19937_64& generator) {
  for (const auto& order : orders) {
    sizes_.push_back(static_cast<std::uint32_t>(order.rank.size()));
  }
  Grower(*this, orders, observations, counts, options, generator).grow();
}

std::vector<RegressionTree::Leaf> RegressionTree::leaves() const {
  Leaf box;
  for (const std::uint32_t size : sizes_) box.values.emplace_back(size, true);
  std::vector<Leaf> leaves;
  add_leaves(0, box, leaves);
  return leaves;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree.
void RegressionTree::add_leaves(std::uint32_t number, Leaf& box, std::vector<Leaf>& leaves) const {
  const Node& node = nodes_[number];
  if (node.parameter == leaf) {
    box.mean = predictions_[node.child].mean;
    leaves.push_back(box);
    return;
  }
  const std::vector<bool> whole = box.values[node.parameter];
  for (const bool left : {true, false}) {
    auto& values = box.values[node.parameter];
    for (std::size_t v = 0; v < values.size(); ++v) {
      const bool goes_left = (left_[node.left + v / 64] >> (v % 64) & 1) != 0;
      values[v] = whole[v] && goes_left == left;
    }
    add_leaves(node.child + (left ? 0 : 1), box, leaves);
    values = whole;
  }
}

}  // namespace assay
