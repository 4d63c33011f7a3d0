#include "sparse_grid/accelerator/folded/slices.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t slice_terms = 16384;  // at most
constexpr std::size_t tile_quads = 2;       // words of terms.kernel for a tile, by four:
constexpr std::size_t bundles_word = 1;
constexpr std::size_t moments_word = 5;
constexpr double most_local_bytes = 96e3;   // of a group, so that two fit on a multiprocessor
constexpr double local_bytes_beside = 8e3;  // of the kernels themselves

// The tiles of terms.kernel, [tiles][8].
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

// The slices of terms.kernel, [slices][4]: those with most terms first, so that none runs alone at
// the end.
std::vector<std::uint32_t> term_slices_of(const std::vector<std::uint32_t>& tile_starts) {
  struct Slices {
    std::uint32_t tile;
    std::uint32_t count;
    std::uint32_t terms;  // of each slice
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

// The number of reals in local memory: as many as the most demanding tile needs, if there is room.
// `wanted` is the word of a tile that holds its demand.
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

sdk::Program build_terms_program(const Device& device, bool is_double, const Settings& settings,
                                 bool transposed) {
  auto options = options_for(device, is_double, slice_items(device));
  if (transposed) options.define("SUMS", settings.atomic ? 0 : 1);
  return sdk::build(device.host, "sparse_grid/folded/terms.kernel", options);
}

template <class Real>
Slices::Slices(const Device& device, const Parts<Real>& parts, bool transposed)
    : items_(slice_items(device)), tile_count_(parts.basis->products.tiles()) {
  const auto tiles = term_tiles_of(*parts.bundles, parts.basis->products, *parts.evaluator);
  const auto slices = term_slices_of(parts.bundles->tile_starts);
  count_ = slices.size() / quad;
  local_reals_ =
      local_reals_of(device, tiles, transposed ? moments_word : bundles_word, sizeof(Real));
  tiles_ = {device.host, tiles};
  slices_ = {device.host, slices};
}

template Slices::Slices(const Device&, const Parts<float>&, bool);
template Slices::Slices(const Device&, const Parts<double>&, bool);

}  // namespace sparse_grid::accelerator::folded
