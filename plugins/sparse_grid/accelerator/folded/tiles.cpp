#include "sparse_grid/accelerator/folded/tiles.hpp"

#include <algorithm>
#include <utility>

#include "kernels.hpp"
#include "sparse_grid/accelerator/folded/program.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t items_of_box = 32;

sdk::Program build_tile_program(const Device& device, bool is_double) {
  return build_program(device, kernels::tiles_kernel, options_for(device, is_double, items_of_box));
}

}  // namespace

template <class Real>
Tiles<Real>::Tiles(const Device& device, const GridEntries<Real>& entries,
                   const OrderedData<Real>& data, std::size_t points, const TileLimits& limits) {
  const auto program = build_tile_program(device, sizeof(Real) == 8);
  const auto bound_ranges = program.kernel("bound_ranges");
  const auto count_kinks = program.kernel("count_kinks");
  const std::size_t dimensions = data.columns.size() / data.stride;
  const auto boxes_around = [&](const std::vector<std::uint32_t>& of) {
    const auto count = static_cast<std::uint32_t>(of.size() / 2);
    Boxes<Real> around{{device.host, 2 * dimensions * count}, count};
    const sdk::Buffer<std::uint32_t> table(device.host, of);
    launch_items(nullptr, bound_ranges, count * items_of_box, items_of_box, data.columns,
                 static_cast<std::uint32_t>(dimensions), static_cast<std::uint32_t>(data.stride),
                 table, count, around.bounds);
    device.host.finish();
    return around;
  };
  const auto kinks_in = [&](const std::vector<std::uint32_t>& of) {
    const auto around = boxes_around(of);
    const sdk::Buffer<std::uint32_t> counts(device.host, around.count);
    launch_items(nullptr, count_kinks, around.count * items_of_box, items_of_box, entries.words,
                 entries.shapes, entries.count, around.bounds, around.count, counts);
    std::vector<std::uint32_t> values(around.count);
    counts.read(values);
    return values;
  };

  std::vector<std::uint32_t> open;  // ranges that may be too long
  for (std::size_t first = 0; first < points; first += limits.points) {
    open.insert(open.end(), {static_cast<std::uint32_t>(first),
                             static_cast<std::uint32_t>(std::min(limits.points, points - first))});
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> done;
  while (!open.empty()) {
    const auto kinks = kinks_in(open);
    std::vector<std::uint32_t> halves;
    for (std::size_t i = 0; i < kinks.size(); ++i) {
      const std::uint32_t first = open[2 * i];
      const std::uint32_t count = open[2 * i + 1];
      if (kinks[i] <= limits.kinks || count == 1) {
        done.emplace_back(first, count);
        continue;
      }
      const std::uint32_t half = (count + 1) / 2;
      halves.insert(halves.end(), {first, half, first + half, count - half});
    }
    open = std::move(halves);
  }
  std::ranges::sort(done);
  for (const auto& [first, count] : done) ranges.insert(ranges.end(), {first, count});
  boxes = boxes_around(ranges);
}

template <class Real>
void Tiles<Real>::compile(const Device& device, bool is_double) {
  build_tile_program(device, is_double);
}

template struct Tiles<float>;
template struct Tiles<double>;

}  // namespace sparse_grid::accelerator::folded
