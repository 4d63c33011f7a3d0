#include "forest/problem/reference.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "forest/library/random.hpp"
#include "forest/library/score.hpp"
#include "forest/library/thresholds.hpp"

namespace forest {
namespace {

using Counts = std::map<std::int32_t, std::uint64_t>;    // draws by label
using Members = std::map<std::uint32_t, std::uint32_t>;  // draws by sample
__extension__ using Product = unsigned __int128;

// The places where a column may be cut: after each value, or after the last value of each bin.
class Cuts {
 public:
  Cuts(std::span<const float> column, std::uint32_t bins) {
    if (bins == 0) return;
    std::map<float, std::size_t> times;
    for (const float value : column) ++times[value];
    if (times.size() <= bins) {
      for (auto at = times.begin(); std::next(at) != times.end(); ++at) {
        edges_.insert(midpoint(at->first, std::next(at)->first));
      }
    } else {
      cut_at_quantiles(times, column.size(), bins);
    }
    is_binned_ = true;
  }

  // Returns the class of a value: values that no cut separates share one.
  [[nodiscard]] float class_of(float value) const {
    if (!is_binned_) return value;
    const auto edge = edges_.lower_bound(value);
    return edge == edges_.end() ? INFINITY : *edge;
  }
  // The threshold between neighbouring classes of a node.
  [[nodiscard]] float threshold(float low, float high) const {
    return is_binned_ ? low : midpoint(low, high);
  }

 private:
  // Cuts after every value in which one of the bins' shares of all samples ends.
  void cut_at_quantiles(const std::map<float, std::size_t>& times, std::size_t samples,
                        std::size_t bins) {
    std::size_t before = 0;
    for (auto at = times.begin(); std::next(at) != times.end(); ++at) {
      const std::size_t behind = before + at->second;
      for (std::size_t q = 1; q < bins; ++q) {
        const std::size_t end = q * samples / bins;
        if (end > before && end <= behind) edges_.insert(midpoint(at->first, std::next(at)->first));
      }
      before = behind;
    }
  }

  bool is_binned_ = false;
  std::set<float> edges_;
};

// A split and how good it is by its criterion.
struct ReferenceSplit {
  std::uint32_t attribute;
  float threshold;
  Product numerator;    // Gini
  Product denominator;  // Gini
  std::int64_t loss;    // entropy

  [[nodiscard]] bool better_than(const ReferenceSplit& other, Criterion criterion) const {
    if (criterion == Criterion::entropy) return loss < other.loss;
    return numerator * other.denominator > other.numerator * denominator;
  }
};

std::uint64_t sum_of(const Counts& counts) {
  std::uint64_t sum = 0;
  for (const auto& [label, count] : counts) sum += count;
  return sum;
}

std::uint64_t sum_of_squares(const Counts& counts) {
  std::uint64_t sum = 0;
  for (const auto& [label, count] : counts) sum += count * count;
  return sum;
}

class ReferenceTree {
 public:
  ReferenceTree(const TrainingData& data, const Settings& settings, const CountTable& table,
                const std::vector<Cuts>& cuts, std::uint32_t tree)
      : data_(data), settings_(settings), table_(table), cuts_(cuts), tree_(tree) {}

  Tree grow() {
    struct Unfinished {
      Members members;
      std::uint64_t key;
      std::uint32_t depth;
      std::optional<std::size_t> right_child_of;
    };
    Tree nodes;
    std::vector<Unfinished> unfinished;
    unfinished.push_back({draw(), ROOT_KEY, 0, std::nullopt});
    while (!unfinished.empty()) {
      const Unfinished part = std::move(unfinished.back());
      unfinished.pop_back();
      const std::size_t place = nodes.size();
      if (part.right_child_of) {
        nodes[*part.right_child_of].link = static_cast<std::int32_t>(place);
      }
      nodes.push_back(leaf_of(part.members));
      const auto split = best_split(part.members, part.key, part.depth);
      if (!split) continue;
      nodes.back().attribute = static_cast<std::int32_t>(split->attribute);
      nodes.back().threshold = split->threshold;
      Members left;
      Members right;
      for (const auto& [sample, draws] : part.members) {
        const bool is_left = data_.column(split->attribute)[sample] <= split->threshold;
        (is_left ? left : right)[sample] = draws;
      }
      unfinished.push_back({right, child_key(part.key, true), part.depth + 1, place});
      unfinished.push_back({left, child_key(part.key, false), part.depth + 1, std::nullopt});
    }
    return nodes;
  }

 private:
  [[nodiscard]] Members draw() const {
    Members members;
    if (settings_.bootstrap_size == 0) {
      for (std::uint32_t sample = 0; sample < data_.samples; ++sample) members[sample] = 1;
    }
    for (std::uint32_t k = 0; k < settings_.bootstrap_size; ++k) {
      ++members[bootstrap_draw(settings_.seed, tree_, k, data_.samples)];
    }
    return members;
  }

  [[nodiscard]] Counts count(const Members& members) const {
    Counts counts;
    for (const auto& [sample, draws] : members) counts[data_.labels[sample]] += draws;
    return counts;
  }

  [[nodiscard]] Node leaf_of(const Members& members) const {
    Node leaf;
    std::uint64_t most = 0;
    for (const auto& [label, draws] : count(members)) {
      leaf.count += static_cast<std::int32_t>(draws);
      if (draws > most) {
        most = draws;
        leaf.link = label;
      }
    }
    return leaf;
  }

  [[nodiscard]] std::optional<ReferenceSplit> best_split(const Members& members, std::uint64_t key,
                                                         std::uint32_t depth) const {
    const Counts all = count(members);
    if (all.size() == 1 || sum_of(all) < settings_.minimum_node_size ||
        depth >= settings_.maximum_depth) {
      return std::nullopt;
    }
    std::optional<ReferenceSplit> best;
    for (std::uint32_t place = 0; place < data_.attributes; ++place) {
      if (place % settings_.attributes_tried == 0 && best) break;
      consider(attribute_at(settings_.seed, tree_, key, data_.attributes, place), members, best);
    }
    return best;
  }

  void consider(std::uint32_t attribute, const Members& members,
                std::optional<ReferenceSplit>& best) const {
    std::map<float, Counts> by_class;
    for (const auto& [sample, draws] : members) {
      const float value = cuts_[attribute].class_of(data_.column(attribute)[sample]);
      by_class[value][data_.labels[sample]] += draws;
    }
    Counts left;
    Counts right = count(members);
    for (auto at = by_class.begin(); std::next(at) != by_class.end(); ++at) {
      for (const auto& [label, draws] : at->second) {
        left[label] += draws;
        right[label] -= draws;
      }
      const float threshold = cuts_[attribute].threshold(at->first, std::next(at)->first);
      const ReferenceSplit split = scored({attribute, threshold, 0, 1, 0}, left, right);
      const auto earlier = [&](const ReferenceSplit& other) {
        return attribute != other.attribute ? attribute < other.attribute
                                            : threshold < other.threshold;
      };
      if (!best || split.better_than(*best, settings_.criterion) ||
          (!best->better_than(split, settings_.criterion) && earlier(*best))) {
        best = split;
      }
    }
  }

  [[nodiscard]] ReferenceSplit scored(ReferenceSplit split, const Counts& left,
                                      const Counts& right) const {
    const std::uint64_t on_left = sum_of(left);
    const std::uint64_t on_right = sum_of(right);
    if (settings_.criterion == Criterion::gini) {
      split.numerator =
          Product{sum_of_squares(left)} * on_right + Product{sum_of_squares(right)} * on_left;
      split.denominator = Product{on_left} * on_right;
      return split;
    }
    const auto term = [&](std::uint64_t c) { return table_[static_cast<std::uint32_t>(c)]; };
    split.loss = term(on_left) + term(on_right);
    for (const auto& [label, draws] : left) split.loss -= term(draws);
    for (const auto& [label, draws] : right) split.loss -= term(draws);
    return split;
  }

  const TrainingData& data_;
  const Settings& settings_;
  const CountTable& table_;
  const std::vector<Cuts>& cuts_;
  std::uint32_t tree_;
};

}  // namespace

Forest reference_forest(const TrainingData& data, const Settings& settings) {
  const CountTable table(settings.draws(data.samples));
  std::vector<Cuts> cuts;
  for (std::uint32_t attribute = 0; attribute < data.attributes; ++attribute) {
    cuts.emplace_back(data.column(attribute), settings.bins);
  }
  std::vector<Tree> trees(settings.trees);
#pragma omp parallel for schedule(dynamic)
  for (std::uint32_t tree = 0; tree < settings.trees; ++tree) {
    trees[tree] = ReferenceTree(data, settings, table, cuts, tree).grow();
  }
  return join(trees);
}

}  // namespace forest
