// The functions by which the parts of the family describe themselves, and the shape of its tensors.
#pragma once

#include <cstddef>

#include "assay/plugin.hpp"

namespace stencil {

// Adds stencil/grid: "y" is one sweep of a star-shaped stencil over "x", both [depth, height,
// width].
void describe_problem(assay::sdk::Plugin& plugin);
// Adds the plain variant on the CPU.
void describe_loop(assay::sdk::Plugin& plugin);
// Adds the variant on the CPU with blocks, threads and vectors.
void describe_blocks(assay::sdk::Plugin& plugin);
// Adds the variants for OpenCL and CUDA.
void describe_accelerated(assay::sdk::Plugin& plugin);

inline constexpr std::size_t most_radius = 4;

// A grid and its stencil. x runs along rows, y across them, z across planes.
struct Grid {
  explicit Grid(const assay::sdk::Task& task)
      : width(extent(task, 2)),
        height(extent(task, 1)),
        depth(extent(task, 0)),
        radius(static_cast<std::size_t>(task.input("weights").shape[0]) - 1) {}

  // A grid of one plane has two dimensions: there are no neighbours along z.
  [[nodiscard]] bool is_flat() const { return depth == 1; }

  std::size_t width;
  std::size_t height;
  std::size_t depth;
  std::size_t radius;  // the largest distance of a neighbour

 private:
  static std::size_t extent(const assay::sdk::Task& task, std::size_t axis) {
    return static_cast<std::size_t>(task.input("x").shape[axis]);
  }
};

}  // namespace stencil
