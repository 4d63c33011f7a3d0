// How much a batch of trees takes on the device, and how many trees fit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "forest/level_wise/shape.hpp"
#include "forest/library/inputs.hpp"

namespace forest::level_wise {

// Of a candidate_t of kernels/forest/score.h, at most.
constexpr std::size_t candidate_bytes = 32;

// Bounds for one tree.
struct TreeBounds {
  TreeBounds(const TrainingData& data, const Settings& settings, const Shape& shape);

  std::uint32_t draws;
  std::uint32_t list;   // samples in a list
  std::uint32_t lists;  // of a tree
  std::size_t nodes;    // of a tree
  std::size_t open;     // nodes of a level whose subtrees are neither a group's nor the host's
  std::size_t hosted;   // nodes whose subtrees the host may be given
  double bytes;         // of device memory that a tree takes
  double largest;       // of them, in one buffer
};

// Trees of a batch: `wanted`, or 0 for all, but no more than there are and than fit into the
// device's memory beside `columns` bytes. Throws ASSAY_OUT_OF_MEMORY if not even one does.
std::size_t trees_that_fit(const Device& device, const TreeBounds& bounds, double columns,
                           std::size_t wanted, std::size_t trees);

}  // namespace forest::level_wise
