#include "sparse_grid/accelerator/folded/folding.hpp"

namespace sparse_grid::accelerator::folded {

namespace sdk = assay::sdk;

template <class Real>
Folding<Real>::Folding(const Device& device, const Parts<Real>& parts, const Settings& settings)
    : lists_(*parts.lists),
      bundles_(*parts.bundles),
      basis_(*parts.basis),
      slices_(device, parts, false),
      entry_values_(device.host, lists_.entry_count()),
      bundle_values_(device.host, bundles_.count),
      rows_(device.host, quad * basis_.products.count),
      tile_lengths_(device.host, quad * basis_.products.tiles()) {
  const auto program = build_terms_program(device, sizeof(Real) == 8, settings, false);
  order_surpluses_ = program.kernel("order_surpluses");
  gather_bundles_ = program.kernel("gather_bundles");
  fold_ = program.kernel("fold");
  slices_.launch_tiles(program.kernel("order_rows"), basis_.product_ranges,
                       parts.evaluator->places().of_products, rows_, tile_lengths_);
  device.host.finish();
}

template <class Real>
void Folding<Real>::apply(const Reals& surpluses, const Reals& coefficients,
                          assay_queue* queue) const {
  const std::uint32_t entries = lists_.entry_count();
  const std::size_t items = slices_.items();
  launch_items(queue, order_surpluses_, entries, items, lists_.entries(), entries, surpluses,
               entry_values_);
  launch_items(queue, gather_bundles_, bundles_.count, items, bundles_.ranges, bundles_.count,
               bundles_.entry_lines, bundles_.entry_numbers, entry_values_, bundle_values_);
  slices_.launch(fold_, queue, tile_lengths_, rows_, basis_.sorted_bundles, basis_.sorted_values,
                 bundle_values_, slices_.local_reals(), coefficients,
                 sdk::LocalMemory{slices_.local_reals() * sizeof(Real)});
}

template class Folding<float>;
template class Folding<double>;

}  // namespace sparse_grid::accelerator::folded
