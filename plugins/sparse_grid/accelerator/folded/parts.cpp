#include "sparse_grid/accelerator/folded/parts.hpp"

#include <algorithm>
#include <utility>

#include "sparse_grid/accelerator/folded/block_evaluator.hpp"
#include "sparse_grid/accelerator/folded/tiles.hpp"
#include "sparse_grid/accelerator/folded/tree_evaluator.hpp"
#include "sparse_grid/accelerator/grid_sequence.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

// Checks the memory for all data except lists and bases, including coefficients and results.
template <class Real>
void require_memory(const Device& device, const Inputs<Real>& inputs, const Settings& settings) {
  const std::size_t stride = rounded_up(inputs.data_points, settings.group_points());
  const MemoryNeed data = OrderedData<Real>::memory(inputs, stride);
  const auto column = static_cast<double>(stride * sizeof(Real));
  const auto dimensions = static_cast<double>(inputs.dimensions);
  const auto vectors =
      static_cast<double>((inputs.data_points + inputs.grid_points) * sizeof(Real));
  require_device_memory(device,
                        {data.largest, data.total + (2 * dimensions + 1) * column + vectors});
}

}  // namespace

template <class Real>
Parts<Real>::Parts(const Device& device, const Inputs<Real>& inputs, const ListOrder& order,
                   const Settings& settings, Directions directions) {
  require_memory(device, inputs, settings);
  auto grid_sequence = lay_out(device, inputs.grid, order);
  const std::size_t group_points = settings.group_points();
  const OrderedData<Real> data(device, inputs, order.of_data(inputs.grid, group_points),
                               rounded_up(inputs.data_points, group_points), SortedOn::device);
  const LevelOne<Real> level_one(device, data);
  const auto [tree_order, entries] = grid_sequence.get();
  timed(device, &Preparation::upload, [&, &tree_order = tree_order, &entries = entries] {
    const double most_bytes = std::min(static_cast<double>(settings.list_megabytes) * 1e6,
                                       device.host.device_fact("max_allocation_bytes"));
    GridEntries<Real> grid(device.host, entries);
    Tiles<Real> tiles(device, grid, data, inputs.data_points, settings.tile_limits());
    lists = std::make_unique<SupportLists<Real>>(
        device, entries, std::move(grid), std::move(tiles.boxes),
        ListLimits{.segment_entries = entries.size(),
                   .list_bytes = static_cast<std::size_t>(most_bytes),
                   .on_host = false});
    bundles.emplace(device, *lists, most_bytes);
    basis.emplace(device, *lists, *bundles, settings.in_front(tree_order), most_bytes, directions);
    const Portions portions(inputs.data_points, settings.portions);
    const Points<Real> points{data,         level_one,    lists->boxes(),
                              tiles.ranges, group_points, portions};
    if (settings.along_trees) {
      evaluator = std::make_unique<TreeEvaluator<Real>>(device, *basis, points, settings);
    } else {
      evaluator = std::make_unique<BlockEvaluator<Real>>(device, *basis, points, settings);
    }
  });
}

template <class Real>
void Parts<Real>::free_tables() {
  basis->product_ranges = {};
  basis->term_products = {};
}

template struct Parts<float>;
template struct Parts<double>;

}  // namespace sparse_grid::accelerator::folded
