#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace assay {

// How the values of a parameter may be divided into two sets: along their order, or in any way.
struct ValueOrder {
  std::vector<std::uint32_t> rank;  // of each value; a permutation
  bool ordered = true;              // false: categories, whose ranks mean nothing
};

// The observations that a tree learns from: `ranks[j][i]` is the rank of the value of parameter j
// in observation i.
struct Observations {
  std::vector<std::vector<std::uint32_t>> ranks;
  std::vector<double> targets;
};

struct TreeOptions {
  std::uint32_t least_in_leaf = 1;  // observations, counting repeated ones
  double share_of_parameters = 1;   // the part of the parameters that a split chooses from
};

// A regression tree (Breiman, Friedman, Olshen, Stone 1984): each split is the one along the
// sampled parameters that leaves the least sum of squares. Categories are divided along the means
// of their targets, which finds the best of all 2^k subsets. Values that no observation in a node
// has go to a random side; along an order, the split lies anywhere between the neighbouring
// observed values.
class RegressionTree {
 public:
  struct Prediction {
    double mean;
    double variance;  // of the targets in the leaf
  };
  // A box of the space: the values of each parameter that lead to the leaf.
  struct Leaf {
    std::vector<std::vector<bool>> values;
    double mean;
  };

  // `counts` says how often each observation counts; at least one count is not 0.
  RegressionTree(const std::vector<ValueOrder>& orders, const Observations& observations,
                 const std::vector<std::uint32_t>& counts, const TreeOptions& options,
                 std::mt19937_64& generator);

  // `point` has a value index per parameter.
  [[nodiscard]] const Prediction& predict(std::span<const std::uint32_t> point) const {
    std::uint32_t at = 0;
    while (nodes_[at].parameter != leaf) {
      const Node& node = nodes_[at];
      const std::uint32_t value = point[node.parameter];
      const std::uint64_t left = left_[node.left + value / 64] >> (value % 64) & 1;
      at = node.child + (left == 0 ? 1 : 0);
    }
    return predictions_[nodes_[at].child];
  }

  // All leaves: disjoint boxes that fill the product of the parameters' values.
  [[nodiscard]] std::vector<Leaf> leaves() const;

 private:
  static constexpr std::uint32_t leaf = ~std::uint32_t{0};

  struct Node {
    std::uint32_t parameter = leaf;
    std::uint32_t child = 0;  // the left one, the right one is next; in a leaf: its prediction
    std::uint32_t left = 0;   // start in left_ of a bit for each value, set if it goes left
  };
  class Grower;

  void add_leaves(std::uint32_t number, Leaf& box, std::vector<Leaf>& leaves) const;

  std::vector<Node> nodes_;
  std::vector<std::uint64_t> left_;
  std::vector<Prediction> predictions_;
  std::vector<std::uint32_t> sizes_;  // values per parameter
};

}  // namespace assay
