// The device memory that a batch of trees takes, and how many trees fit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "forest/level_wise/shape.hpp"
#include "forest/library/inputs.hpp"

namespace forest::level_wise {

// The size in bytes of a candidate_t of kernels/forest/score.h, at most.
constexpr std::size_t candidate_bytes = 32;

// Upper bounds for one tree.
struct TreeBounds {
  TreeBounds(const TrainingData& data, const Settings& settings, const Shape& shape);

  std::uint32_t draws;
  std::uint32_t list;   // samples in a list
  std::uint32_t lists;  // lists of a tree
  std::size_t nodes;    // nodes of a tree
  std::size_t open;     // nodes of a level whose subtrees neither a group nor the host grows
  std::size_t hosted;   // nodes whose subtrees the host may grow
  double bytes;         // device memory that a tree takes
  double largest;       // the part of `bytes` in one buffer
};

// The number of trees in a batch: `wanted`, or 0 for all, limited by `trees` and by what fits into
// the device's memory in addition to `columns` bytes. Throws ASSAY_OUT_OF_MEMORY if not even one
// tree fits.
std::size_t trees_that_fit(const Device& device, const TreeBounds& bounds, double columns,
                           std::size_t wanted, std::size_t trees);

}  // namespace forest::level_wise
