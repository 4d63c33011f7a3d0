#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::dispatch {

// Points where the regret of each pair is known or guessed.
struct RegretPoints {
  std::vector<std::vector<double>> values;  // [point][term]
  // [point][pair], in the same order; NaN where nothing is known: the pair does not admit the input
  std::vector<std::vector<double>> regrets;

  [[nodiscard]] std::size_t size() const { return values.size(); }
};

// Guesses the regrets of all pairs between the points where they were measured: the mean of 100
// extremely randomised trees (Geurts, Ernst, Wehenkel, "Extremely randomized trees", 2006), each
// grown until its leaves hold one point. Terms that are above 0 everywhere are split by ratios.
class RegretForest {
 public:
  // Requires a point.
  RegretForest(const RegretPoints& known, std::uint64_t seed);

  // The regrets at the terms' values, each from the points where it is known.
  [[nodiscard]] std::vector<double> guess(std::span<const double> values) const;

 private:
  struct Node {
    std::size_t term = 0;
    double threshold = 0;  // values up to it go to `low`
    std::size_t low = 0;   // positions of the children; both 0 at a leaf
    std::size_t high = 0;
    std::size_t leaf = 0;  // position of a leaf's regrets

    [[nodiscard]] bool is_leaf() const { return low == 0; }
  };
  class Grower;

  std::size_t pairs_;
  std::vector<std::vector<Node>> trees_;
  std::vector<double> leaves_;  // the pairs' mean regrets of each leaf
};

}  // namespace assay::dispatch
