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
    const Known known = known_at(rows);
    const auto means = means_of(known, above);
    const auto cut = best_cut(rows, known);
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

  // The known regrets of each pair at some points.
  struct Known {
    explicit Known(std::size_t pairs) : sums(pairs, 0), counts(pairs, 0) {}

    void clear() {
      std::ranges::fill(sums, 0);
      std::ranges::fill(counts, 0);
    }
    void add(const std::vector<double>& regrets) {
      for (std::size_t j = 0; j < sums.size(); ++j) {
        if (std::isnan(regrets[j])) continue;
        sums[j] += regrets[j];
        counts[j] += 1;
      }
    }

    std::vector<double> sums;
    std::vector<double> counts;
  };

  [[nodiscard]] Known known_at(Rows rows) const {
    Known known(pairs());
    for (const std::size_t row : rows) known.add(known_.regrets[row]);
    return known;
  }

  // Of one drawn threshold for each term, the one that leaves the least squares of regrets.
  [[nodiscard]] std::optional<Cut> best_cut(Rows rows, const Known& whole) {
    std::optional<Cut> best;
    if (rows.size() < 2) return best;
    double most = 0;
    Known low(pairs());
    for (std::size_t term = 0; term < known_.values.front().size(); ++term) {
      const auto threshold = drawn_threshold(rows, term);
      if (!threshold) continue;
      low.clear();
      for (const std::size_t row : rows) {
        if (is_low(row, {term, *threshold})) low.add(known_.regrets[row]);
      }
      const double gain = gain_of(low, whole);
      if (best && gain <= most) continue;
      most = gain;
      best = {term, *threshold};
    }
    return best;
  }

  // How much less the sum of squares about the means becomes, but for a constant, if a part of the
  // whole is split off.
  [[nodiscard]] static double gain_of(const Known& low, const Known& whole) {
    const auto square = [](double sum, double count) { return count < 1 ? 0 : sum * sum / count; };
    double gain = 0;
    for (std::size_t j = 0; j < low.sums.size(); ++j) {
      gain += square(low.sums[j], low.counts[j]) +
              square(whole.sums[j] - low.sums[j], whole.counts[j] - low.counts[j]);
    }
    return gain;
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

  [[nodiscard]] static std::vector<double> means_of(const Known& known,
                                                    const std::vector<double>& above) {
    std::vector<double> means;
    for (std::size_t j = 0; j < above.size(); ++j) {
      means.push_back(known.counts[j] == 0 ? above[j] : known.sums[j] / known.counts[j]);
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
