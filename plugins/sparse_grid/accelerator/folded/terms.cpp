#include "sparse_grid/accelerator/folded/terms.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "sparse_grid/accelerator/folded/numbering.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t term_items = 512;     // of a group
constexpr double most_local_bytes = 96e3;   // of a group: two on a multiprocessor
constexpr double local_bytes_beside = 8e3;  // that kernels have of their own

sdk::Program build_terms_program(const Device& device, bool is_double, const Settings& settings,
                                 bool transposed) {
  auto options = options_for(device, is_double, term_items);
  if (transposed) options.define("SUMS", settings.atomic ? 0 : 1);
  return build_program(device, kernels::terms_kernel, options);
}

// [tiles][12] of terms.kernel.
template <class Real>
std::vector<std::uint32_t> table_of(const SupportLists<Real>& lists, const Bundles<Real>& bundles,
                                    const Products& products, const Evaluator<Real>& evaluator) {
  const auto parts = lists.tile_parts();
  const auto& starts = bundles.tile_starts;
  const auto& places = evaluator.places().of_tiles;
  const auto& moments = evaluator.groups().tile_moments();
  std::vector<std::uint32_t> order(products.tiles());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t tile) {
    return starts[2 * tile + 3] - starts[2 * tile + 1];
  });
  std::vector<std::uint32_t> table;
  for (const std::size_t tile : order) {
    const std::uint32_t first_product = products.first_products[tile];
    table.insert(table.end(),
                 {starts[2 * tile], starts[2 * tile + 2] - starts[2 * tile], first_product,
                  products.first_products[tile + 1] - first_product, parts[quad * tile],
                  parts[quad * tile + 1], places[2 * tile], places[2 * tile + 1], moments[2 * tile],
                  moments[2 * tile + 1], 0, 0});
  }
  return table;
}

// Of local memory, as much as the tile wants that wants most, if there is.
std::uint32_t local_reals_of(const Device& device, const std::vector<std::uint32_t>& table,
                             bool transposed, std::size_t real_bytes) {
  std::size_t wanted = 1;
  for (std::size_t i = 0; i < table.size(); i += 3 * quad) {
    wanted = std::max(wanted, std::size_t{table[i + 1]} + (transposed ? table[i + 7] : 0));
  }
  const double most = std::min(most_local_bytes,
                               device.host.device_fact("local_memory_bytes") - local_bytes_beside);
  const auto room = static_cast<std::size_t>(std::max(most, 0.0)) / real_bytes;
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(room, 1, wanted));
}

}  // namespace

template <class Real>
Terms<Real>::Terms(const Device& device, std::unique_ptr<SupportLists<Real>> lists,
                   Bundles<Real> bundles, Basis<Real> basis, const Evaluator<Real>& evaluator,
                   const Settings& settings, bool transposed)
    : host_(device.host),
      program_(build_terms_program(device, sizeof(Real) == 8, settings, transposed)),
      lists_(std::move(lists)),
      bundles_(std::move(bundles)),
      basis_(std::move(basis)),
      places_(evaluator.places()),
      atomic_(settings.atomic),
      copies_(static_cast<std::uint32_t>(settings.copies)),
      tile_count_(basis_.products.tiles()) {
  const auto table = table_of(*lists_, bundles_, basis_.products, evaluator);
  local_reals_ = local_reals_of(device, table, transposed, sizeof(Real));
  tiles_ = {host_, table};
  bool all_local = true;
  for (std::size_t i = 0; i < table.size(); i += 3 * quad) {
    all_local = all_local && table[i + 1] + (transposed ? table[i + 7] : 0) <= local_reals_;
  }
  bundle_values_ = {host_, all_local ? 1 : bundles_.count};
  if (!transposed) {
    order_surpluses_ = program_.kernel("order_surpluses");
    fold_ = program_.kernel("fold");
    entry_values_ = {host_, lists_->entry_count()};
    return;
  }
  unfold_ = program_.kernel("unfold");
  collect_sums_ = program_.kernel("collect_sums");
  term_places_ = {host_, bundles_.terms};
  launch_items(nullptr, program_.kernel("place_terms"), bundles_.terms, term_items,
               basis_.term_products, bundles_.terms, places_.of_products, term_places_);
  moments_ = {host_, all_local || settings.atomic ? 1 : places_.count};
  host_.finish();
  basis_.term_products = {};
}

template <class Real>
void Terms<Real>::compile(const Device& device, bool is_double, const Settings& settings,
                          bool transposed) {
  build_terms_program(device, is_double, settings, transposed);
}

template <class Real>
void Terms<Real>::fold(const Reals& surpluses, const Reals& coefficients,
                       assay_queue* queue) const {
  const std::uint32_t entries = lists_->entry_count();
  launch_items(queue, order_surpluses_, entries, term_items, lists_->entries(), entries, surpluses,
               entry_values_);
  launch_items(queue, fold_, tile_count_ * term_items, term_items, tiles_, bundles_.ranges,
               bundles_.entry_lines, bundles_.entry_numbers, entry_values_, basis_.product_ranges,
               places_.of_products, basis_.sorted_bundles, basis_.sorted_values, bundle_values_,
               local_reals_, coefficients, sdk::LocalMemory{local_reals_ * sizeof(Real)});
}

template <class Real>
void Terms<Real>::unfold(const Reals& moments, const Reals& sums, assay_queue* queue) const {
  launch_items(queue, unfold_, tile_count_ * term_items, term_items, tiles_, bundles_.bundles,
               term_places_, basis_.term_values, bundles_.entry_bundles, bundles_.entry_lines,
               bundles_.entry_numbers, moments, atomic_ ? moments : moments_, bundle_values_,
               local_reals_, sums, lists_->entry_count(), copies_,
               sdk::LocalMemory{local_reals_ * sizeof(Real)});
}

template <class Real>
void Terms<Real>::collect(const Reals& entry_sums, const Reals& sums, assay_queue* queue) const {
  const std::uint32_t entries = lists_->entry_count();
  launch_items(queue, collect_sums_, entries, term_items, lists_->entries(), entries, entry_sums,
               copies_, sums);
}

template class Terms<float>;
template class Terms<double>;

}  // namespace sparse_grid::accelerator::folded
