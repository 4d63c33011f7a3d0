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

// Items of a group: in CUDA as many as fill a multiprocessor by twos, as their local memory does.
std::size_t items_on(const Device& device) { return device.backend == ASSAY_CUDA ? 1024 : 256; }

constexpr std::size_t slice_terms = 16384;  // at the most
constexpr std::size_t tile_quads = 2;       // terms.kernel
constexpr double most_local_bytes = 96e3;   // of a group: two on a multiprocessor
constexpr double local_bytes_beside = 8e3;  // that kernels have of their own

sdk::Program build_terms_program(const Device& device, bool is_double, const Settings& settings,
                                 bool transposed) {
  auto options = options_for(device, is_double, items_on(device));
  if (transposed) options.define("SUMS", settings.atomic ? 0 : 1);
  return build_program(device, kernels::terms_kernel, options);
}

// [tiles][8] of terms.kernel.
template <class Real>
std::vector<std::uint32_t> term_tiles_of(const Bundles<Real>& bundles, const Products& products,
                                         const Evaluator<Real>& evaluator) {
  const auto& starts = bundles.tile_starts;
  const auto& places = evaluator.places().of_tiles;
  const auto& moments = evaluator.groups().tile_moments();
  std::vector<std::uint32_t> table;
  for (std::size_t tile = 0; tile < products.tiles(); ++tile) {
    const std::uint32_t first_product = products.first_products[tile];
    table.insert(table.end(),
                 {starts[2 * tile], starts[2 * tile + 2] - starts[2 * tile], first_product,
                  products.first_products[tile + 1] - first_product, places[2 * tile],
                  places[2 * tile + 1], moments[2 * tile], moments[2 * tile + 1]});
  }
  return table;
}

// [slices][4] of terms.kernel: those with most terms first, so that none is left alone in the end.
std::vector<std::uint32_t> term_slices_of(const std::vector<std::uint32_t>& tile_starts) {
  struct Slices {
    std::uint32_t tile;
    std::uint32_t count;
    std::uint32_t terms;  // of each
  };
  std::vector<Slices> of_tiles;
  for (std::size_t tile = 0; 2 * tile + 3 < tile_starts.size(); ++tile) {
    const std::uint32_t terms = tile_starts[2 * tile + 3] - tile_starts[2 * tile + 1];
    const auto count = static_cast<std::uint32_t>(terms / slice_terms + 1);
    of_tiles.push_back({static_cast<std::uint32_t>(tile), count, terms / count});
  }
  std::ranges::stable_sort(of_tiles, std::ranges::greater{}, &Slices::terms);
  std::vector<std::uint32_t> table;
  for (const auto& slices : of_tiles) {
    for (std::uint32_t i = 0; i < slices.count; ++i) {
      table.insert(table.end(), {slices.tile, i, slices.count, 0});
    }
  }
  return table;
}

// Of local memory, as much as the tile wants that wants most, if there is: `wanted` says where a
// tile has that among its words.
std::uint32_t local_reals_of(const Device& device, const std::vector<std::uint32_t>& tiles,
                             std::size_t wanted, std::size_t real_bytes) {
  std::size_t most = 1;
  for (std::size_t i = wanted; i < tiles.size(); i += tile_quads * quad) {
    most = std::max<std::size_t>(most, tiles[i]);
  }
  const double bytes = std::min(most_local_bytes,
                                device.host.device_fact("local_memory_bytes") - local_bytes_beside);
  const auto room = static_cast<std::size_t>(std::max(bytes, 0.0)) / real_bytes;
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(room, 1, most));
}

}  // namespace

template <class Real>
Terms<Real>::Terms(const Device& device, const Parts<Real>& parts, const Settings& settings,
                   bool transposed)
    : host_(device.host),
      items_(items_on(device)),
      program_(build_terms_program(device, sizeof(Real) == 8, settings, transposed)),
      lists_(*parts.lists),
      bundles_(*parts.bundles),
      basis_(*parts.basis),
      places_(parts.evaluator->places()),
      atomic_(settings.atomic),
      copies_(static_cast<std::uint32_t>(settings.copies)) {
  const auto tiles = term_tiles_of(bundles_, basis_.products, *parts.evaluator);
  const auto slices = term_slices_of(bundles_.tile_starts);
  slice_count_ = slices.size() / quad;
  local_reals_ = local_reals_of(device, tiles, transposed ? quad + 1 : 1, sizeof(Real));
  tiles_ = {host_, tiles};
  slices_ = {host_, slices};
  bundle_values_ = {host_, bundles_.count};
  if (transposed) {
    prepare_unfolding();
  } else {
    prepare_folding();
  }
  host_.finish();
}

template <class Real>
void Terms<Real>::prepare_folding() {
  order_surpluses_ = program_.kernel("order_surpluses");
  gather_bundles_ = program_.kernel("gather_bundles");
  fold_ = program_.kernel("fold");
  entry_values_ = {host_, lists_.entry_count()};
  rows_ = {host_, quad * basis_.products.count};
  tile_lengths_ = {host_, quad * basis_.products.tiles()};
  launch_items(nullptr, program_.kernel("order_rows"), basis_.products.tiles() * items_, items_,
               tiles_, basis_.product_ranges, places_.of_products, rows_, tile_lengths_);
}

template <class Real>
void Terms<Real>::prepare_unfolding() {
  if (!atomic_) {
    add_groups_ = program_.kernel("add_groups");
    moments_ = {host_, places_.count};
  }
  unfold_ = program_.kernel("unfold");
  scatter_bundles_ = program_.kernel("scatter_bundles");
  collect_sums_ = program_.kernel("collect_sums");
  term_places_ = {host_, bundles_.terms};
  launch_items(nullptr, program_.kernel("place_terms"), bundles_.terms, items_,
               basis_.term_products, bundles_.terms, places_.of_products, term_places_);
}

template <class Real>
void Terms<Real>::compile(const Device& device, bool is_double, const Settings& settings,
                          bool transposed) {
  build_terms_program(device, is_double, settings, transposed);
}

template <class Real>
void Terms<Real>::launch_slices(const sdk::Kernel& kernel, assay_queue* queue,
                                const auto&... arguments) const {
  launch_items(queue, kernel, slice_count_ * items_, items_, tiles_, slices_, arguments...);
}

template <class Real>
void Terms<Real>::fold(const Reals& surpluses, const Reals& coefficients,
                       assay_queue* queue) const {
  const std::uint32_t entries = lists_.entry_count();
  launch_items(queue, order_surpluses_, entries, items_, lists_.entries(), entries, surpluses,
               entry_values_);
  launch_items(queue, gather_bundles_, bundles_.count, items_, bundles_.ranges, bundles_.count,
               bundles_.entry_lines, bundles_.entry_numbers, entry_values_, bundle_values_);
  launch_slices(fold_, queue, tile_lengths_, rows_, basis_.sorted_bundles, basis_.sorted_values,
                bundle_values_, local_reals_, coefficients,
                sdk::LocalMemory{local_reals_ * sizeof(Real)});
}

template <class Real>
void Terms<Real>::unfold(const Reals& moments, const Reals& sums, assay_queue* queue) const {
  if (!atomic_) launch_slices(add_groups_, queue, moments, moments_);
  launch_slices(unfold_, queue, bundles_.bundles, term_places_, basis_.term_values,
                atomic_ ? moments : moments_, local_reals_, bundle_values_,
                sdk::LocalMemory{local_reals_ * sizeof(Real)});
  const auto list_entries = static_cast<std::uint32_t>(bundles_.list_entries);
  launch_items(queue, scatter_bundles_, list_entries, items_, bundles_.entry_bundles,
               bundles_.entry_lines, bundles_.entry_numbers, list_entries, bundle_values_, sums,
               lists_.entry_count(), copies_);
}

template <class Real>
void Terms<Real>::collect(const Reals& entry_sums, const Reals& sums, assay_queue* queue) const {
  const std::uint32_t entries = lists_.entry_count();
  launch_items(queue, collect_sums_, entries, items_, lists_.entries(), entries, entry_sums,
               copies_, sums);
}

template class Terms<float>;
template class Terms<double>;

}  // namespace sparse_grid::accelerator::folded
