// B v, from the products of folded lists to grid points by way of bundles
// (kernels/sparse_grid/folded/terms.kernel).
#pragma once

#include <cstdint>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/parts.hpp"
#include "sparse_grid/accelerator/folded/slices.hpp"

namespace sparse_grid::accelerator::folded {

template <class Real>
class Unfolding {
 public:
  using Reals = assay::sdk::Buffer<Real>;

  // Refers to the parts and owns all data that it changes.
  Unfolding(const Device& device, const Parts<Real>& parts, const Settings& settings);

  // Adds the sums that follow from the products' moments [places] to sums [copies][entries of the
  // grid]; in a fixed order of additions, computes sums [entries of the lists] from the moments
  // that groups have stored.
  void apply(const Reals& moments, const Reals& sums, assay_queue* queue) const;
  // Sets sums [grid points] to the sums over the copies of `entry_sums` [copies][entries of the
  // grid].
  void collect(const Reals& entry_sums, const Reals& sums, assay_queue* queue) const;

 private:
  const SupportLists<Real>& lists_;
  const Bundles<Real>& bundles_;
  const Basis<Real>& basis_;
  Slices slices_;
  bool atomic_;
  std::uint32_t copies_;
  assay::sdk::Kernel add_groups_;
  assay::sdk::Kernel unfold_;
  assay::sdk::Kernel scatter_bundles_;
  assay::sdk::Kernel collect_sums_;
  Reals moments_;         // in a fixed order of additions: [places]
  Reals bundle_moments_;  // [bundles]
  Words term_places_;
};

}  // namespace sparse_grid::accelerator::folded
