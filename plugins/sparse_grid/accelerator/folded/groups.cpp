#include "sparse_grid/accelerator/folded/groups.hpp"

#include <algorithm>
#include <numeric>

#include "sparse_grid/accelerator/folded/numbering.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t place_items = 32;  // items of a group that places points

sdk::Program build_group_program(const Device& device, bool is_double, std::size_t dimensions) {
  auto options = options_for(device, is_double, place_items);
  options.define("DIMENSIONS", dimensions);
  return sdk::build(device.host, "sparse_grid/folded/groups.kernel", options);
}

}  // namespace

template <class Real>
Groups<Real>::Groups(const Device& device, const Points<Real>& points,
                     const std::vector<std::uint32_t>& tile_places)
    : portions_(points.portions) {
  const auto& host = device.host;
  const std::size_t dimensions = points.dimensions();
  const auto program = build_group_program(device, sizeof(Real) == 8, dimensions);
  const std::size_t tiles = points.tile_ranges.size() / 2;
  const auto portion_count = static_cast<std::uint32_t>(portions_.count());
  const Words arranged(host, points.data.stride);
  const Words portion_ends(host, portions_.ends());
  const Words tile_ranges(host, points.tile_ranges);
  const Words tile_ends(host, tiles * portion_count);
  launch_items(nullptr, program.kernel("arrange_points"), tiles * place_items, place_items,
               points.data.order, tile_ranges, portion_ends, portion_count, arranged, tile_ends);
  cut(points, tile_places, read(tile_ends));
  groups = {host, table_};
  coordinates = {host, dimensions * count_ * points.of_group};
  places = {host, count_ * points.of_group};
  common = {host, count_ * points.of_group};
  spans = {host, 2 * dimensions * count_};
  launch_items(nullptr, program.kernel("place_points"), count_ * place_items, place_items,
               points.data.columns, points.data.order, points.level_one.products, arranged,
               static_cast<std::uint32_t>(points.data.stride),
               static_cast<std::uint32_t>(points.of_group), points.tiles.bounds, points.tiles.count,
               groups, coordinates, places, common, spans);
  host.finish();
  host.trial_fact("folded_groups", static_cast<double>(count_));
}

template <class Real>
void Groups<Real>::cut(const Points<Real>& points, const std::vector<std::uint32_t>& tile_places,
                       const std::vector<std::uint32_t>& tile_ends) {
  const auto width = static_cast<std::uint32_t>(points.of_group);
  // The tiles that take longest come first, so that none runs alone at the end.
  std::vector<std::uint32_t> order(points.tile_ranges.size() / 2);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::uint32_t tile) {
    return tile_places[std::size_t{2} * tile + 1];
  });
  tile_moments_.resize(2 * order.size());
  std::vector<std::vector<std::uint32_t>> tables(portions_.count());
  for (const std::size_t tile : order) {
    const std::uint32_t first = points.tile_ranges[2 * tile];
    const std::uint32_t count = points.tile_ranges[2 * tile + 1];
    tile_moments_[2 * tile] = static_cast<std::uint32_t>(moment_count_);
    tile_moments_[2 * tile + 1] = (count + width - 1) / width;
    for (std::uint32_t at = 0; at < count; at += width) {
      const std::uint32_t of_group = std::min(width, count - at);
      auto& table = tables[portions_.of_group(&tile_ends[tile * portions_.count()], at, of_group)];
      table.insert(table.end(), {static_cast<std::uint32_t>(tile), first + at, of_group,
                                 static_cast<std::uint32_t>(moment_count_)});
      moment_count_ += tile_places[2 * tile + 1];
    }
  }
  require_words(moment_count_, "moments");
  for (const auto& table : tables) {
    portion_starts_.push_back(table_.size() / quad);
    table_.insert(table_.end(), table.begin(), table.end());
  }
  count_ = table_.size() / quad;
  portion_starts_.push_back(count_);
}

template <class Real>
void Groups<Real>::compile(const Device& device, bool is_double, std::size_t dimensions) {
  build_group_program(device, is_double, dimensions);
}

template class Groups<float>;
template class Groups<double>;

}  // namespace sparse_grid::accelerator::folded
