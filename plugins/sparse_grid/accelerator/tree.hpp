// A grid as the tree that kernels/sparse_grid/factored.kernel walks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sparse_grid::accelerator {

struct Tree {
  // 2^level and index of a one-dimensional hat function are made of these.
  struct Hat {
    std::uint32_t level;
    std::uint32_t index;
  };
  static constexpr std::size_t run_words = 8;

  // `levels` and `indices` are [n][dimensions]. Throws ASSAY_INVALID unless the grid holds, with
  // every point, the point without its last refined dimension.
  Tree(std::span<const std::uint32_t> levels, std::span<const std::uint32_t> indices,
       std::size_t dimensions);

  std::vector<std::uint32_t> order;  // [n] of the points: the root, then run after run
  std::vector<Hat> hats;             // [n] of each point in its last refined dimension
  std::vector<std::uint32_t> runs;   // [run count][run_words]
  std::vector<Hat> parents;          // [run count]
};

// 2^level and index of each, as the kernel reads them.
template <class Real>
std::vector<Real> shapes(std::span<const Tree::Hat> hats) {
  std::vector<Real> pairs;
  pairs.reserve(2 * hats.size());
  for (const auto& [level, index] : hats) {
    pairs.push_back(static_cast<Real>(std::uint64_t{1} << level));
    pairs.push_back(static_cast<Real>(index));
  }
  return pairs;
}

}  // namespace sparse_grid::accelerator
