#include "sparse_grid/accelerator/folded_groups.hpp"

#include <algorithm>
#include <numeric>

#include "kernels.hpp"
#include "sparse_grid/accelerator/folded_parts.hpp"
#include "sparse_grid/accelerator/folded_program.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t place_items = 32;  // of the groups that place points
constexpr std::size_t group_words = 4;

sdk::Program build_group_program(const Device& device, bool is_double, std::size_t dimensions) {
  auto options = folded_options(device, is_double, place_items);
  options.define("DIMENSIONS", dimensions);
  return folded_program(device, kernels::folded_groups_kernel, options);
}

}  // namespace

template <class Real>
FoldedGroups<Real>::FoldedGroups(const Device& device,
                                 const std::vector<std::uint32_t>& tile_ranges,
                                 const std::vector<std::uint32_t>& tile_blocks,
                                 const Boxes<Real>& tiles, const OrderedData<Real>& data,
                                 const LevelOne<Real>& level_one, std::size_t group_points) {
  const auto& host = device.host;
  const std::size_t dimensions = data.columns.size() / data.stride;
  groups = {host, cut(host, tile_ranges, tile_blocks, group_points)};
  coordinates = {host, dimensions * count_ * group_points};
  places = {host, count_ * group_points};
  common = {host, count_ * group_points};
  launch_items(nullptr,
               build_group_program(device, sizeof(Real) == 8, dimensions).kernel("place_points"),
               count_ * place_items, place_items, data.columns, data.order, level_one.products,
               static_cast<std::uint32_t>(data.stride), static_cast<std::uint32_t>(group_points),
               tiles.bounds, tiles.count, groups, coordinates, places, common);
  host.finish();
  host.trial_fact("folded_groups", static_cast<double>(count_));
}

template <class Real>
std::vector<std::uint32_t> FoldedGroups<Real>::cut(const sdk::Host& host,
                                                   const std::vector<std::uint32_t>& tile_ranges,
                                                   const std::vector<std::uint32_t>& tile_blocks,
                                                   std::size_t group_points) {
  constexpr std::size_t cells = FoldedParts<Real>::block * FoldedParts<Real>::block;
  const auto width = static_cast<std::uint32_t>(group_points);
  // Those that take longest first, so that none is left alone in the end.
  std::vector<std::uint32_t> order(tile_ranges.size() / 2);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::uint32_t tile) { return tile_blocks[2 * tile + 1]; });
  std::vector<std::uint32_t> table;
  std::vector<std::uint32_t> of_tiles(group_words * order.size());
  for (const std::uint32_t tile : order) {
    const std::uint32_t first = tile_ranges[2 * tile];
    const std::uint32_t count = tile_ranges[2 * tile + 1];
    const std::array of_tile{tile_blocks[2 * tile], tile_blocks[2 * tile + 1],
                             static_cast<std::uint32_t>(moment_count_),
                             (count + width - 1) / width};
    std::ranges::copy(of_tile, of_tiles.begin() + static_cast<std::ptrdiff_t>(group_words * tile));
    for (std::uint32_t at = 0; at < count; at += width) {
      table.insert(table.end(), {tile, first + at, std::min(width, count - at),
                                 static_cast<std::uint32_t>(moment_count_)});
      moment_count_ += cells * tile_blocks[2 * tile + 1];
    }
  }
  require_words(moment_count_, "moments");
  count_ = table.size() / group_words;
  tile_groups = {host, of_tiles};
  return table;
}

template <class Real>
void FoldedGroups<Real>::compile(const Device& device, bool is_double, std::size_t dimensions) {
  build_group_program(device, is_double, dimensions);
}

template class FoldedGroups<float>;
template class FoldedGroups<double>;

}  // namespace sparse_grid::accelerator
