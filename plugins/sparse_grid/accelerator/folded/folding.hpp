// B^T alpha, from grid points to the products of folded lists by way of bundles
// (kernels/sparse_grid/folded/terms.kernel).
#pragma once

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/parts.hpp"
#include "sparse_grid/accelerator/folded/slices.hpp"

namespace sparse_grid::accelerator::folded {

template <class Real>
class Folding {
 public:
  using Reals = assay::sdk::Buffer<Real>;

  // Refers to the parts and owns all data that it changes.
  Folding(const Device& device, const Parts<Real>& parts, const Settings& settings);

  // Computes coefficients [places] from surpluses [grid points].
  void apply(const Reals& surpluses, const Reals& coefficients, assay_queue* queue) const;

 private:
  const SupportLists<Real>& lists_;
  const Bundles<Real>& bundles_;
  const Basis<Real>& basis_;
  Slices slices_;
  assay::sdk::Kernel order_surpluses_;
  assay::sdk::Kernel gather_bundles_;
  assay::sdk::Kernel fold_;
  Reals entry_values_;   // [entries of the grid]
  Reals bundle_values_;  // [bundles]
  Words rows_;
  Words tile_lengths_;
};

}  // namespace sparse_grid::accelerator::folded
