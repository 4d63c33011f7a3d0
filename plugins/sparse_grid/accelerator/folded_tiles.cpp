#include "sparse_grid/accelerator/folded_tiles.hpp"

#include <algorithm>
#include <array>

#include "kernels.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t items_of_group = 128;

sdk::Program build_tile_program(const Device& device, bool is_double) {
  auto options = dialect_options(device, is_double, 1);
  options.define("WORK_GROUP_SIZE", items_of_group);
  const std::array sources{kernels::folded_tiles_kernel, kernels::support_h, kernels::dialect_h};
  return {device.host, sources, options};
}

// Neighbouring boxes, two by two.
std::vector<std::uint32_t> pairs(std::uint32_t boxes) {
  std::vector<std::uint32_t> ranges;
  for (std::uint32_t first = 0; first < boxes; first += 2) {
    ranges.insert(ranges.end(), {first, std::min(2U, boxes - first)});
  }
  return ranges;
}

// The parts of a range of 2^level groups that keep the limit, in order. kinks: of all such ranges
// by level.
void split(const std::vector<std::vector<std::uint32_t>>& kinks, std::size_t level,
           std::uint32_t number, std::size_t most, std::vector<std::uint32_t>& ranges) {
  if (number >= kinks[level].size()) return;
  if (level > 0 && kinks[level][number] > most) {
    split(kinks, level - 1, 2 * number, most, ranges);
    split(kinks, level - 1, 2 * number + 1, most, ranges);
    return;
  }
  const auto groups = static_cast<std::uint32_t>(kinks[0].size());
  const std::uint32_t first = number << level;
  ranges.insert(ranges.end(), {first, std::min(1U << level, groups - first)});
}

}  // namespace

template <class Real>
FoldedTiles<Real>::FoldedTiles(const Device& device, const GridEntries<Real>& entries,
                               const Boxes<Real>& groups, std::size_t dimensions,
                               const TileLimits& limits) {
  const auto program = build_tile_program(device, sizeof(Real) == 8);
  const auto join_boxes = program.kernel("join_boxes");
  const auto count_kinks = program.kernel("count_kinks");
  const auto joined = [&](const Boxes<Real>& parts, const std::vector<std::uint32_t>& together) {
    const auto count = static_cast<std::uint32_t>(together.size() / 2);
    Boxes<Real> whole{{device.host, 2 * dimensions * count}, count};
    const sdk::Buffer<std::uint32_t> table(device.host, together);
    launch_items(nullptr, join_boxes, 2 * dimensions * count, items_of_group, parts.bounds, parts.count,
                 static_cast<std::uint32_t>(dimensions), table, count, whole.bounds);
    device.host.finish();
    return whole;
  };
  const auto kinks_in = [&](const Boxes<Real>& in) {
    const sdk::Buffer<std::uint32_t> counts(device.host, in.count);
    launch_items(nullptr, count_kinks, in.count, items_of_group, entries.words, entries.shapes,
                 entries.count, in.bounds, in.count, counts);
    std::vector<std::uint32_t> values(in.count);
    counts.read(values);
    return values;
  };
  std::vector<std::vector<std::uint32_t>> kinks{kinks_in(groups)};
  Boxes<Real> whole;
  for (std::size_t size = 2; size <= limits.groups; size *= 2) {
    const Boxes<Real>& parts = size == 2 ? groups : whole;
    whole = joined(parts, pairs(parts.count));
    kinks.push_back(kinks_in(whole));
  }
  for (std::uint32_t number = 0; number < kinks.back().size(); ++number) {
    split(kinks, kinks.size() - 1, number, limits.kinks, ranges);
  }
  boxes = joined(groups, ranges);
}

template <class Real>
void FoldedTiles<Real>::compile(const Device& device, bool is_double) {
  build_tile_program(device, is_double);
}

template struct FoldedTiles<float>;
template struct FoldedTiles<double>;

}  // namespace sparse_grid::accelerator
