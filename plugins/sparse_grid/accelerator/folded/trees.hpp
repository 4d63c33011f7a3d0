// The products of tiles as trees: described in kernels/sparse_grid/folded/trees.h, made by
// trees.kernel.
#pragma once

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/basis.hpp"
#include "sparse_grid/accelerator/folded/evaluator.hpp"

namespace sparse_grid::accelerator::folded {

class Trees {
 public:
  // Makes the trees of products without front dimensions. Throws ASSAY_UNSUPPORTED if a tile has
  // too many factors.
  Trees(const Device& device, const Products& products);

  // Compiles the program.
  static void compile(const Device& device);

  // The places of all nodes.
  [[nodiscard]] const Places& places() const { return places_; }

  // See trees.h.
  Words trees;
  Words nodes;

 private:
  Places places_;
};

}  // namespace sparse_grid::accelerator::folded
