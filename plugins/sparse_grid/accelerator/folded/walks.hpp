// What groups of data points walk of their tiles' trees: kernels/sparse_grid/folded/trees.h says
// what that is, walks.kernel makes it.
#pragma once

#include <cstddef>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/groups.hpp"
#include "sparse_grid/accelerator/folded/trees.hpp"

namespace sparse_grid::accelerator::folded {

template <class Real>
struct Walks {
  Walks(const Device& device, const Trees& trees, const Basis<Real>& basis,
        const Groups<Real>& groups, std::size_t dimensions);

  // Compiles the program.
  static void compile(const Device& device, bool is_double, std::size_t dimensions);

  // trees.h
  Words steps;
  Words walks;
};

}  // namespace sparse_grid::accelerator::folded
