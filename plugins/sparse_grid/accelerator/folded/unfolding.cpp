#include "sparse_grid/accelerator/folded/unfolding.hpp"

namespace sparse_grid::accelerator::folded {

namespace sdk = assay::sdk;

template <class Real>
Unfolding<Real>::Unfolding(const Device& device, const Parts<Real>& parts, const Settings& settings)
    : lists_(*parts.lists),
      bundles_(*parts.bundles),
      basis_(*parts.basis),
      slices_(device, parts, true),
      atomic_(settings.atomic),
      copies_(static_cast<std::uint32_t>(settings.copies)),
      bundle_moments_(device.host, bundles_.count),
      term_places_(device.host, bundles_.terms) {
  const auto program = build_terms_program(device, sizeof(Real) == 8, settings, true);
  const Places& places = parts.evaluator->places();
  if (!atomic_) moments_ = {device.host, places.count};
  add_groups_ = program.kernel("add_groups");
  unfold_ = program.kernel("unfold");
  scatter_bundles_ = program.kernel("scatter_bundles");
  collect_sums_ = program.kernel("collect_sums");
  launch_items(nullptr, program.kernel("place_terms"), bundles_.terms, slices_.items(),
               basis_.term_products, bundles_.terms, places.of_products, term_places_);
  device.host.finish();
}

template <class Real>
void Unfolding<Real>::apply(const Reals& moments, const Reals& sums, assay_queue* queue) const {
  if (!atomic_) slices_.launch(add_groups_, queue, moments, moments_);
  slices_.launch(unfold_, queue, bundles_.bundles, term_places_, basis_.term_values,
                 atomic_ ? moments : moments_, slices_.local_reals(), bundle_moments_,
                 sdk::LocalMemory{slices_.local_reals() * sizeof(Real)});
  const auto list_entries = static_cast<std::uint32_t>(bundles_.list_entries);
  launch_items(queue, scatter_bundles_, list_entries, slices_.items(), bundles_.entry_bundles,
               bundles_.entry_lines, bundles_.entry_numbers, list_entries, bundle_moments_, sums,
               lists_.entry_count(), copies_);
}

template <class Real>
void Unfolding<Real>::collect(const Reals& entry_sums, const Reals& sums,
                              assay_queue* queue) const {
  const std::uint32_t entries = lists_.entry_count();
  launch_items(queue, collect_sums_, entries, slices_.items(), lists_.entries(), entries,
               entry_sums, copies_, sums);
}

template class Unfolding<float>;
template class Unfolding<double>;

}  // namespace sparse_grid::accelerator::folded
