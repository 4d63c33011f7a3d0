// The settings by which a forest is grown.
#pragma once

#include <cstdint>

namespace forest {

enum class Criterion : std::uint32_t { gini, entropy };

// The maximum number of draws of a tree for which scores are exact in 64 bits (see score.hpp).
constexpr std::uint32_t most_draws = (std::uint32_t{1} << 22) - 1;

struct Settings {
  std::uint32_t trees = 1;
  // Draws with replacement for each tree; 0: none, but every sample once.
  std::uint32_t bootstrap_size = 0;
  // A node of fewer draws is a leaf.
  std::uint32_t minimum_node_size = 2;
  // A node this many edges below the root is a leaf; UINT32_MAX: no limit.
  std::uint32_t maximum_depth = UINT32_MAX;
  // Attributes from which a node's split is chosen, 1 to all. If none of them can split the node,
  // because each is constant in the node's samples, the next batch of as many attributes is tried,
  // until one can or all were tried.
  std::uint32_t attributes_tried = 1;
  Criterion criterion = Criterion::entropy;
  std::uint32_t seed = 0;
  // Bins of each column; 0: exact splits between any two values.
  std::uint32_t bins = 0;

  // The draws that reach the root of each tree.
  [[nodiscard]] std::uint32_t draws(std::uint32_t samples) const {
    return bootstrap_size > 0 ? bootstrap_size : samples;
  }
};

}  // namespace forest
