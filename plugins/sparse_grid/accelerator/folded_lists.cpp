#include "sparse_grid/accelerator/folded_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>


#include "kernels.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

using Words = sdk::Buffer<std::uint32_t>;

constexpr std::size_t lanes = 32;  // of the groups that make trees
constexpr std::size_t quad = 4;

sdk::Program build_program(const Device& device, bool is_double, std::size_t dimensions) {
  auto options = dialect_options(device, is_double, 1);
  options.define("WORK_GROUP_SIZE", lanes).define("DIMENSIONS", dimensions);
  const std::array sources{kernels::folded_lists_kernel, kernels::folded_h, kernels::support_h,
                           kernels::dialect_h};
  return {device.host, sources, options};
}

std::vector<std::uint32_t> read(const Words& buffer) {
  std::vector<std::uint32_t> values(buffer.size());
  buffer.read(values);
  return values;
}

// What is kept of nodes, factors and terms while the trees are made.
template <class Real>
struct Scratch {
  Scratch(const sdk::Host& host, std::size_t terms, std::size_t places)
      : numbers(host, places),
        keys(host, 2 * places),
        node_keys(host, 2 * terms),
        node_terms(host, 2 * terms),
        node_shapes(host, 2 * terms),
        next_places(host, 2 * terms),
        node_places(host, terms),
        row_starts(host, terms),
        factor_dimensions(host, terms),
        factor_lines(host, quad * terms),
        term_points(host, terms),
        term_before(host, terms) {
    numbers.fill(no_point);
  }
  static double bytes(double terms, double places) {
    return places * 12 + terms * (13 * sizeof(std::uint32_t) + quad * sizeof(Real));
  }

  Words numbers;
  Words keys;
  Words node_keys;
  Words node_terms;
  Words node_shapes;
  Words next_places;
  Words node_places;
  Words row_starts;
  Words factor_dimensions;
  sdk::Buffer<Real> factor_lines;
  Words term_points;
  Words term_before;
};

}  // namespace

template <class Real>
FoldedLists<Real>::FoldedLists(const Device& device, const SupportLists<Real>& lists,
                               const OrderedData<Real>& data, std::size_t dimensions,
                               double most_bytes, bool transposed) {
  const auto& host = device.host;
  const auto program = build_program(device, sizeof(Real) == 8, dimensions);
  const std::uint32_t tiles = lists.tiles();
  const auto for_each_tile = [&](const char* kernel, const auto&... arguments) {
    program.kernel(kernel).template launch_on<1>(nullptr, {tiles * lanes}, {lanes}, arguments...);
  };

  // Where the parts of the tiles lie.
  std::vector<std::uint32_t> parts = lists.tile_parts();
  Words tile_lists(host, parts);
  const Words term_counts(host, tiles);
  for_each_tile("count_terms", lists.entries(), lists.shapes(), lists.bounds(), tiles,
                std::uint32_t{0}, lists.list(), tile_lists, term_counts);
  const auto counts = read(term_counts);
  const auto terms = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  const std::uint64_t most = *std::ranges::max_element(counts);
  const auto places_bits = static_cast<std::uint32_t>(std::bit_width(2 * (2 * most + 1)));
  const auto places = static_cast<std::uint64_t>(tiles) << places_bits;
  const auto all_terms = static_cast<double>(terms);
  const double needed = Scratch<Real>::bytes(all_terms, static_cast<double>(places)) +
                        all_terms * (2 * sizeof(std::uint32_t) + sizeof(Real));
  if (needed > most_bytes || terms > std::numeric_limits<std::uint32_t>::max()) {
    throw sdk::Error(
        ASSAY_UNSUPPORTED,
        fmt::format("folded lists need {:.0f} bytes, and {:.0f} are allowed: set linear_hats to "
                    "\"together\", or take larger tiles",
                    needed, most_bytes));
  }
  std::uint32_t first = 0;
  for (std::uint32_t tile = 0; tile < tiles; ++tile) {
    parts[quad * tile + 2] = first;
    parts[quad * tile + 3] = places_bits;
    first += counts[tile];
  }
  tile_lists.write(parts);

  Scratch<Real> scratch(host, terms, places);
  term_nodes = {host, terms};
  term_values = {host, terms};
  entry_terms = {host, 2 * lists.list().size()};
  const Words tile_counts(host, quad * tiles);
  for_each_tile("fold_tiles", lists.entries(), lists.shapes(), lists.bounds(), tiles,
                std::uint32_t{0}, lists.list(), tile_lists, scratch.numbers, scratch.keys,
                tile_counts, scratch.node_keys, scratch.node_terms, scratch.factor_dimensions,
                scratch.factor_lines, term_nodes, term_values, scratch.term_points,
                scratch.term_before, entry_terms);
  auto table = read(tile_counts);
  std::uint32_t factors = 0;
  std::uint64_t used_terms = 0;
  for (std::uint32_t tile = 0; tile < tiles; ++tile) {
    std::uint32_t* const of_tile = table.data() + quad * tile;
    const std::uint32_t tile_nodes = of_tile[0];
    const std::uint32_t tile_factors = of_tile[1];
    used_terms += of_tile[2];
    std::ranges::copy(std::array{node_count_, tile_nodes, factors, tile_factors}, of_tile);
    node_count_ += tile_nodes;
    factors += tile_factors;
    most_factors_ = std::max<std::size_t>(most_factors_, tile_factors);
  }
  trees = {host, table};
  tree_nodes = {host, 2 * std::size_t{node_count_}};
  tree_dimensions = {host, std::max(factors, 1U)};
  tree_lines = {host, quad * std::max(factors, 1U)};
  program.kernel("order_nodes")
      .template launch_on<1>(nullptr, {round_up(tiles, lanes)}, {lanes}, tiles, tile_lists,
                             tile_counts, scratch.node_keys, scratch.node_terms,
                             scratch.node_shapes, scratch.next_places, scratch.node_places,
                             scratch.row_starts);
  for_each_tile("write_trees", tile_lists, trees, scratch.node_keys, scratch.node_shapes,
                scratch.node_places, scratch.factor_dimensions, scratch.factor_lines, tree_nodes,
                tree_dimensions, tree_lines);
  if (transposed) {
    for_each_tile("place_terms", tile_lists, trees, tile_counts, scratch.node_places, term_nodes);
  } else {
    rows = {host, 2 * std::size_t{node_count_}};
    row_points = {host, terms};
    row_values = {host, terms};
    for_each_tile("write_rows", tile_lists, trees, scratch.node_terms, scratch.node_places,
                  scratch.row_starts, term_values, scratch.term_points, scratch.term_before, rows,
                  row_points, row_values);
    term_nodes = {};
    term_values = {};
    entry_terms = {};
  }
  coordinates = {host, dimensions * data.stride};
  const auto stride = static_cast<std::uint32_t>(data.stride);
  program.kernel("coordinates_in_tiles")
      .template launch_on<1>(nullptr, {round_up(stride, lanes)}, {lanes}, data.columns, data.order,
                             stride, stride / tiles, lists.bounds(), tiles, coordinates);
  host.finish();
  host.trial_fact("folded_nodes", static_cast<double>(node_count_));
  host.trial_fact("folded_terms", static_cast<double>(used_terms));
  host.trial_fact("folded_bytes", needed, "B");
}

template <class Real>
void FoldedLists<Real>::compile(const Device& device, bool is_double, std::size_t dimensions) {
  build_program(device, is_double, dimensions);
}

template class FoldedLists<float>;
template class FoldedLists<double>;

}  // namespace sparse_grid::accelerator
