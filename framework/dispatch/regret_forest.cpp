#include "framework/dispatch/regret_forest.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "framework/core/random.hpp"
#include "framework/decision/tree_walk.hpp"
#include "framework/dispatch/cost_matrix.hpp"

namespace assay::dispatch {
namespace {

constexpr std::size_t trees = 100;

struct Cut {
  std::size_t term;
  double threshold;
};

}  // namespace

class RegretForest::Grower {
 public:
  Grower(const RegretPoints& known, std::uint64_t seed, std::vector<double>& leaves)
      : known_(known), random_(seed), leaves_(leaves) {}

  std::vector<Node> grow() {
    nodes_.clear();
    std::vector<std::size_t> all(known_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    grow_node(all, std::vector<double>(pairs(), most_regret));
    return std::move(nodes_);
  }

 private:
  using Rows = std::span<std::size_t>;

  // `above`: the means of the node above, for pairs of which nothing is known here.
  void grow_node(Rows rows, const std::vector<double>& above) {
    const std::size_t node = nodes_.size();
    nodes_.emplace_back();
    const auto means = means_of(rows, above);
    const auto cut = best_cut(rows);
    if (!cut) {
      nodes_[node].leaf = leaves_.size();
      leaves_.insert(leaves_.end(), means.begin(), means.end());
      return;
    }
    const auto middle = std::partition(rows.begin(), rows.end(),
                                       [&](std::size_t row) { return is_low(row, *cut); });
    const auto low = static_cast<std::size_t>(middle - rows.begin());
    grow_node(rows.first(low), means);
    const std::size_t high = nodes_.size();
    grow_node(rows.subspan(low), means);
    nodes_[node] = {cut->term, cut->threshold, node + 1, high, 0};
  }

  [[nodiscard]] bool is_low(std::size_t row, const Cut& cut) const {
    return known_.values[row][cut.term] <= cut.threshold;
  }

  // Of one drawn threshold for each term, the one that leaves the least squares of regrets.
  [[nodiscard]] std::optional<Cut> best_cut(Rows rows) {
    std::optional<Cut> best;
    if (rows.size() < 2) return best;
    double most = 0;
    for (std::size_t term = 0; term < known_.values.front().size(); ++term) {
      const auto threshold = drawn_threshold(rows, term);
      if (!threshold) continue;
      const double gain = gain_of(rows, {term, *threshold});
      if (best && gain <= most) continue;
      most = gain;
      best = {term, *threshold};
    }
    return best;
  }

  [[nodiscard]] std::optional<double> drawn_threshold(Rows rows, std::size_t term) {
    double least = known_.values[rows.front()][term];
    double most = least;
    for (const std::size_t row : rows) {
      least = std::min(least, known_.values[row][term]);
      most = std::max(most, known_.values[row][term]);
    }
    if (least == most) return std::nullopt;
    const double share = random_.uniform();
    const double drawn =
        least > 0 ? least * std::pow(most / least, share) : least + share * (most - least);
    return std::clamp(drawn, least, std::nextafter(most, least));
  }

  // The known regrets of one pair at some points.
  struct Known {
    double sum = 0;
    double count = 0;

    void add(double regret) {
      if (std::isnan(regret)) return;
      sum += regret;
      count += 1;
    }
    [[nodiscard]] double square() const { return count == 0 ? 0 : sum * sum / count; }
  };

  // How much less the sum of squares about the means becomes, but for a constant.
  [[nodiscard]] double gain_of(Rows rows, const Cut& cut) const {
    std::vector<Known> low(pairs());
    std::vector<Known> high(pairs());
    for (const std::size_t row : rows) {
      auto& side = is_low(row, cut) ? low : high;
      for (std::size_t j = 0; j < pairs(); ++j) side[j].add(known_.regrets[row][j]);
    }
    double gain = 0;
    for (std::size_t j = 0; j < pairs(); ++j) gain += low[j].square() + high[j].square();
    return gain;
  }

  [[nodiscard]] std::vector<double> means_of(Rows rows, const std::vector<double>& above) const {
    std::vector<double> means;
    for (std::size_t j = 0; j < pairs(); ++j) {
      Known known;
      for (const std::size_t row : rows) known.add(known_.regrets[row][j]);
      means.push_back(known.count == 0 ? above[j] : known.sum / known.count);
    }
    return means;
  }

  [[nodiscard]] std::size_t pairs() const { return known_.regrets.front().size(); }

  const RegretPoints& known_;
  Random random_;
  std::vector<double>& leaves_;
  std::vector<Node> nodes_;
};

RegretForest::RegretForest(const RegretPoints& known, std::uint64_t seed)
    : pairs_(known.regrets.front().size()) {
  Grower grower(known, seed, leaves_);
  for (std::size_t k = 0; k < trees; ++k) trees_.push_back(grower.grow());
}

std::vector<double> RegretForest::guess(std::span<const double> values) const {
  std::vector<double> regrets(pairs_, 0);
  for (const auto& tree : trees_) {
    const auto& leaf =
        tree[decision::leaf_of(tree, [&](std::size_t term) { return values[term]; })];
    for (std::size_t j = 0; j < pairs_; ++j) regrets[j] += leaves_[leaf.leaf + j];
  }
  for (double& regret : regrets) regret /= static_cast<double>(trees);
  return regrets;
}

}  // namespace assay::dispatch
