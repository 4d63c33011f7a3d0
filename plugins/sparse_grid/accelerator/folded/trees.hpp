// The products of tiles as trees: kernels/sparse_grid/folded/trees.h says what that is,
// trees.kernel makes them.
#pragma once

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/basis.hpp"
#include "sparse_grid/accelerator/folded/evaluator.hpp"

namespace sparse_grid::accelerator::folded {

class Trees {
 public:
  // Trees of products without dimensions in front. Throws ASSAY_UNSUPPORTED where a tile has too
  // many factors.
  Trees(const Device& device, const Products& products);

  // Compiles the program.
  static void compile(const Device& device);

  // The places of all nodes.
  [[nodiscard]] const Places& places() const { return places_; }

  // trees.h
  Words trees;
  Words nodes;

 private:
  Places places_;
};

}  // namespace sparse_grid::accelerator::folded
