// Between grid points and the products of folded lists: kernels/sparse_grid/folded/terms.kernel.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/parts.hpp"
#include "sparse_grid/accelerator/folded/settings.hpp"

namespace sparse_grid::accelerator::folded {

// In one of both directions.
template <class Real>
class Terms {
 public:
  using Reals = assay::sdk::Buffer<Real>;

  // Refers to the parts, and has of its own what it changes.
  Terms(const Device& device, const Parts<Real>& parts, const Settings& settings, bool transposed);

  // Compiles the program.
  static void compile(const Device& device, bool is_double, const Settings& settings,
                      bool transposed);

  // B^T alpha: coefficients [places] of the products from surpluses [grid points].
  void fold(const Reals& surpluses, const Reals& coefficients, assay_queue* queue) const;

  // B v: sums [copies][entries of the grid] += what the moments [places] of products make; in one
  // order instead sums [entries of the lists] = what the moments that groups have left make.
  void unfold(const Reals& moments, const Reals& sums, assay_queue* queue) const;
  // sums [grid points] = those of `entry_sums` [copies][entries of the grid].
  void collect(const Reals& entry_sums, const Reals& sums, assay_queue* queue) const;

 private:
  void prepare_folding();
  void prepare_unfolding();
  void launch_slices(const assay::sdk::Kernel& kernel, assay_queue* queue,
                     const auto&... arguments) const;

  assay::sdk::Host host_;
  std::size_t items_;  // of a group
  assay::sdk::Program program_;
  const SupportLists<Real>& lists_;
  const Bundles<Real>& bundles_;
  const Basis<Real>& basis_;
  const Places& places_;
  bool atomic_;
  std::uint32_t copies_;
  std::size_t slice_count_;
  std::uint32_t local_reals_;  // of a group
  Words tiles_;
  Words slices_;
  Reals bundle_values_;  // or moments
  // B^T alpha
  assay::sdk::Kernel order_surpluses_;
  assay::sdk::Kernel gather_bundles_;
  assay::sdk::Kernel fold_;
  Reals entry_values_;  // [entries of the grid]
  Words rows_;
  Words tile_lengths_;
  // B v
  assay::sdk::Kernel add_groups_;  // in one order
  assay::sdk::Kernel unfold_;
  assay::sdk::Kernel scatter_bundles_;
  assay::sdk::Kernel collect_sums_;
  Words term_places_;
  Reals moments_;  // [places] in one order
};

}  // namespace sparse_grid::accelerator::folded
