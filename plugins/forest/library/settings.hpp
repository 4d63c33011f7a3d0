// What a forest is grown by, beside the data.
#pragma once

#include <cstdint>

namespace forest {

enum class Criterion : std::uint32_t { gini, entropy };

// Draws that a tree may have for scores to be exact in 64 bits (see score.hpp).
constexpr std::uint32_t most_draws = (std::uint32_t{1} << 22) - 1;

struct Settings {
  std::uint32_t trees = 1;
  // Draws with replacement for each tree; 0: none, but every sample once.
  std::uint32_t bootstrap_size = 0;
  // A node of fewer draws is a leaf.
  std::uint32_t minimum_node_size = 2;
  // A node so many edges below the root is a leaf; UINT32_MAX: none is for that.
  std::uint32_t maximum_depth = UINT32_MAX;
  // Attributes from which a node's split is chosen, 1 to all. Where none of them can split the
  // node, because each is the same in all of its samples, as many others follow, until one can or
  // all were tried.
  std::uint32_t attributes_tried = 1;
  Criterion criterion = Criterion::entropy;
  std::uint32_t seed = 0;
  // Bins of each column; 0: every value counts.
  std::uint32_t bins = 0;

  // Draws that reach the root of each tree.
  [[nodiscard]] std::uint32_t draws(std::uint32_t samples) const {
    return bootstrap_size > 0 ? bootstrap_size : samples;
  }
};

}  // namespace forest
