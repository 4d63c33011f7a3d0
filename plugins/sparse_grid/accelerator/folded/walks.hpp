// The walks of groups of data points along the trees of their tiles: described in
// kernels/sparse_grid/folded/trees.h, made by walks.kernel.
#pragma once

#include <cstddef>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/groups.hpp"
#include "sparse_grid/accelerator/folded/trees.hpp"

namespace sparse_grid::accelerator::folded {

template <class Real>
class Walks {
 public:
  // Makes walks of `most_steps` steps each, continued to the next inner node.
  Walks(const Device& device, const Trees& trees, const Basis<Real>& basis,
        const Groups<Real>& groups, std::size_t dimensions, std::size_t most_steps);

  // Compiles the program.
  static void compile(const Device& device, bool is_double, std::size_t dimensions);

  // The walks of a portion's groups.
  struct Portion {
    std::size_t count;           // of walks
    Words walks;                 // see trees.h
    std::size_t divided_groups;  // groups with several walks
    Words divided;               // see walk.kernel
  };
  [[nodiscard]] const std::vector<Portion>& portions() const { return portions_; }
  // The number of walks of groups with several walks.
  [[nodiscard]] std::size_t divided_walks() const { return divided_walks_; }

  // See trees.h.
  Words steps;
  Words ancestors;

 private:
  struct Cutter;

  std::vector<Portion> portions_;
  std::size_t divided_walks_ = 0;
};

}  // namespace sparse_grid::accelerator::folded
