#include "sparse_grid/accelerator/folded_walks.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "kernels.hpp"
#include "sparse_grid/accelerator/folded_program.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t walk_lanes = 32;  // of the groups that make walks
constexpr std::size_t quad = 4;         // words of a group, a step, a walk

sdk::Program build_walks_program(const Device& device, bool is_double, std::size_t dimensions) {
  return folded_program(device, is_double, kernels::folded_walks_kernel, walk_lanes, dimensions);
}

}  // namespace

template <class Real>
FoldedWalks<Real>::FoldedWalks(const Device& device, const FoldedTrees<Real>& trees,
                               const std::vector<std::uint32_t>& tile_ranges,
                               const Boxes<Real>& tiles, const OrderedData<Real>& data,
                               const LevelOne<Real>& level_one, const WalkLimits& limits) {
  const auto& host = device.host;
  const std::size_t dimensions = data.columns.size() / data.stride;
  const auto program = build_walks_program(device, sizeof(Real) == 8, dimensions);
  const Groups groups = cut(host, trees.table(), tile_ranges, limits.group_points);
  std::vector<std::uint32_t> words(quad * groups.size());
  std::memcpy(words.data(), groups.data(), groups.size() * sizeof(Group));
  const Words table(host, words);

  const std::size_t all_places = groups.size() * limits.group_points;
  coordinates = {host, dimensions * all_places};
  places = {host, all_places};
  common = {host, all_places};
  const Reals spans(host, 2 * dimensions * groups.size());
  launch_items(nullptr, program.kernel("place_points"), groups.size() * walk_lanes, walk_lanes,
               data.columns, data.order, level_one.products,
               static_cast<std::uint32_t>(data.stride),
               static_cast<std::uint32_t>(limits.group_points), tiles.bounds, tiles.count, table,
               coordinates, places, common, spans);

  const auto step_through = [&](const char* kernel, const auto&... results) {
    launch_items(nullptr, program.kernel(kernel), groups.size() * walk_lanes, walk_lanes, table,
                 spans, trees.trees, trees.tree_nodes, trees.factor_dimensions, trees.factor_lines,
                 static_cast<std::uint32_t>(limits.nodes), results...);
  };
  const Words counts(host, 2 * groups.size());
  step_through("count_steps", counts);
  const Words starts(host, lay_out(host, read(counts)));
  step_through("write_steps", starts, steps, walks);
  host.finish();
  host.trial_fact("folded_groups", static_cast<double>(groups.size()));
  host.trial_fact("folded_moments", static_cast<double>(moment_count_));
}

template <class Real>
auto FoldedWalks<Real>::cut(const sdk::Host& host, const std::vector<std::uint32_t>& of_trees,
                            const std::vector<std::uint32_t>& tile_ranges, std::size_t group_points)
    -> Groups {
  const auto width = static_cast<std::uint32_t>(group_points);
  std::vector<std::uint32_t> of_tiles;
  std::vector<std::uint32_t> offsets;
  Groups groups;
  for (std::size_t tile = 0; 2 * tile < tile_ranges.size(); ++tile) {
    const std::uint32_t first = tile_ranges[2 * tile];
    const std::uint32_t count = tile_ranges[2 * tile + 1];
    of_tiles.insert(of_tiles.end(),
                    {static_cast<std::uint32_t>(moment_count_), (count + width - 1) / width});
    for (std::uint32_t at = 0; at < count; at += width) {
      groups.push_back(
          {static_cast<std::uint32_t>(tile), first + at, std::min(width, count - at), 0});
      offsets.push_back(static_cast<std::uint32_t>(moment_count_) - of_trees[quad * tile]);
      moment_count_ += of_trees[quad * tile + 1];
    }
  }
  require_words(moment_count_, "moments");
  tile_groups = {host, of_tiles};
  moment_offsets = {host, offsets};
  return groups;
}

template <class Real>
std::vector<std::uint32_t> FoldedWalks<Real>::lay_out(const sdk::Host& host,
                                                      const std::vector<std::uint32_t>& counts) {
  // The longest first, so that none is left alone in the end.
  std::vector<std::uint32_t> order(counts.size() / 2);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::uint32_t group) { return counts[std::size_t{2} * group]; });
  std::vector<std::uint32_t> starts(counts.size());
  std::vector<std::uint32_t> in_parts;
  std::uint64_t step_count = 0;
  std::uint32_t walk_count = 0;
  for (const std::uint32_t group : order) {
    const std::uint32_t parts = counts[std::size_t{2} * group + 1];
    starts[std::size_t{2} * group] = static_cast<std::uint32_t>(step_count);
    starts[std::size_t{2} * group + 1] = walk_count;
    if (parts > 1) in_parts.insert(in_parts.end(), {group, walk_count, parts, 0});
    step_count += counts[std::size_t{2} * group];
    walk_count += parts;
  }
  require_words(step_count, "lists of groups");
  steps = {host, quad * step_count};
  count_ = walk_count;
  divided_count_ = static_cast<std::uint32_t>(in_parts.size() / quad);
  walks = {host, quad * count_};
  if (divided_count_ > 0) divided = {host, in_parts};
  host.trial_fact("folded_steps", static_cast<double>(step_count));
  return starts;
}

template <class Real>
void FoldedWalks<Real>::compile(const Device& device, bool is_double, std::size_t dimensions) {
  build_walks_program(device, is_double, dimensions);
}

template class FoldedWalks<float>;
template class FoldedWalks<double>;

}  // namespace sparse_grid::accelerator
