// What groups of data points walk of their tiles' trees: kernels/sparse_grid/folded/trees.h says
// what that is, walks.kernel makes it.
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
  // Of `most_steps` each, and up to the next inner node.
  Walks(const Device& device, const Trees& trees, const Basis<Real>& basis,
        const Groups<Real>& groups, std::size_t dimensions, std::size_t most_steps);

  // Compiles the program.
  static void compile(const Device& device, bool is_double, std::size_t dimensions);

  // The walks of a portion's groups.
  struct Portion {
    std::size_t count;           // of walks
    Words walks;                 // trees.h
    std::size_t divided_groups;  // those with several walks
    Words divided;               // walk.kernel
  };
  [[nodiscard]] const std::vector<Portion>& portions() const { return portions_; }
  // Walks of groups with several.
  [[nodiscard]] std::size_t divided_walks() const { return divided_walks_; }

  // trees.h
  Words steps;
  Words ancestors;

 private:
  struct Cutter;

  std::vector<Portion> portions_;
  std::size_t divided_walks_ = 0;
};

}  // namespace sparse_grid::accelerator::folded
