#include "sparse_grid/accelerator/folded/walks.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "sparse_grid/accelerator/folded/numbering.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t walk_lanes = 32;  // of the groups that make walks

sdk::Program build_walks_program(const Device& device, bool is_double, std::size_t dimensions) {
  auto options = options_for(device, is_double, walk_lanes);
  options.define("DIMENSIONS", dimensions);
  return build_program(device, kernels::walks_kernel, options);
}

}  // namespace

template <class Real>
Walks<Real>::Walks(const Device& device, const Trees& trees, const Basis<Real>& basis,
                   const Groups<Real>& groups, std::size_t dimensions) {
  const auto& host = device.host;
  const auto program = build_walks_program(device, sizeof(Real) == 8, dimensions);
  const auto step_through = [&](const char* kernel, const auto&... results) {
    launch_items(nullptr, program.kernel(kernel), groups.count() * walk_lanes, walk_lanes,
                 groups.groups, groups.spans, trees.trees, trees.nodes, basis.factor_dimensions,
                 basis.factor_lines, results...);
  };
  const Words counts(host, groups.count());
  step_through("count_steps", counts);
  const auto lengths = read(counts);
  auto starts = lengths;
  const std::uint32_t step_count = sums_before(starts, 1, "walks").front();
  steps = {host, quad * step_count};
  const Words first_steps(host, starts);
  step_through("write_steps", first_steps, steps);

  // The longest first, so that none is left alone in the end.
  std::vector<std::uint32_t> order(lengths.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::uint32_t group) { return lengths[group]; });
  std::vector<std::uint32_t> table;
  for (const std::uint32_t group : order) {
    const std::uint32_t* const of_group = &groups.table()[quad * group];
    const std::uint32_t first_node = trees.places().of_tiles[std::size_t{2} * of_group[0]];
    table.insert(table.end(), {group, starts[group], lengths[group], of_group[3] - first_node});
  }
  walks = {host, table};
  host.finish();
  host.trial_fact("folded_steps", step_count);
}

template <class Real>
void Walks<Real>::compile(const Device& device, bool is_double, std::size_t dimensions) {
  build_walks_program(device, is_double, dimensions);
}

template struct Walks<float>;
template struct Walks<double>;

}  // namespace sparse_grid::accelerator::folded
