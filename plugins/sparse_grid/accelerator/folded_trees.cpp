#include "sparse_grid/accelerator/folded_trees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

#include "kernels.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t fold_lanes = 32;  // of the groups that make trees
constexpr std::size_t fold_quad = 4;
constexpr std::size_t part_words = 8;
constexpr std::uint32_t most_numbers = 0xffff;  // NODE_FACTOR

sdk::Program build_fold_program(const Device& device, bool is_double, std::size_t dimensions) {
  auto options = dialect_options(device, is_double, 1);
  options.define("WORK_GROUP_SIZE", fold_lanes).define("DIMENSIONS", dimensions);
  const std::array sources{kernels::folded_trees_kernel, kernels::folded_h, kernels::support_h,
                           kernels::dialect_h};
  return {device.host, sources, options};
}

}  // namespace

void require_words(std::uint64_t count, const char* what) {
  if (count <= std::numeric_limits<std::uint32_t>::max()) return;
  throw sdk::Error(ASSAY_UNSUPPORTED,
                   fmt::format("folded {} have {} words, and 2^32 can be numbered: set linear_hats "
                               "to \"together\"",
                               what, count));
}

// Where the parts of each tile begin (folded_trees.kernel), long lists first.
template <class Real>
struct FoldedTrees<Real>::TileParts {
  explicit TileParts(const std::vector<std::uint32_t>& tile_lists)
      : order(tile_lists.size() / fold_quad) {
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::uint32_t tile) { return tile_lists[fold_quad * tile + 1]; });
    words.resize(part_words * order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      words[part_words * i] = tile_lists[fold_quad * order[i]];
      words[part_words * i + 1] = tile_lists[fold_quad * order[i] + 1];
      words[part_words * i + 5] = order[i];
    }
  }
  // A hash table has more places than a tile has nodes and factors, each of which are no more than
  // terms.
  void add_terms(const std::vector<std::uint32_t>& counts) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::uint64_t count = counts[order[i]];
      const auto bits = static_cast<std::uint32_t>(std::bit_width(2 * count));
      words[part_words * i + 2] = static_cast<std::uint32_t>(terms);
      words[part_words * i + 3] = static_cast<std::uint32_t>(places);
      words[part_words * i + 4] = bits;
      terms += count;
      places += std::uint64_t{1} << bits;
    }
  }

  std::vector<std::uint32_t> order;  // of the tiles
  std::vector<std::uint32_t> words;  // [tiles][part_words]
  std::uint64_t terms = 0;
  std::uint64_t places = 0;
};

// What is kept of nodes, factors and terms while the trees are made.
template <class Real>
struct FoldedTrees<Real>::Scratch {
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
        factor_lines(host, fold_quad * terms),
        term_points(host, terms),
        term_before(host, terms) {
    numbers.fill(no_point);
  }
  static double bytes(double terms, double places) {
    return places * 12 + terms * (13 * sizeof(std::uint32_t) + fold_quad * sizeof(Real));
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
  Reals factor_lines;
  Words term_points;
  Words term_before;
};

template <class Real>
FoldedTrees<Real>::FoldedTrees(const Device& device, const SupportLists<Real>& lists,
                               std::size_t dimensions, double most_bytes, bool transposed) {
  const auto& host = device.host;
  const auto program = build_fold_program(device, sizeof(Real) == 8, dimensions);
  // A group for each tile; an item for each.
  const auto launch_groups = [&](const char* kernel, std::size_t count, const auto&... arguments) {
    program.kernel(kernel).template launch_on<1>(nullptr, {count * fold_lanes}, {fold_lanes},
                                                 arguments...);
  };
  const auto launch_each = [&](const char* kernel, std::size_t count, const auto&... arguments) {
    launch_items(nullptr, program.kernel(kernel), count, fold_lanes, arguments...);
  };
  const std::uint32_t tiles = lists.tiles();
  TileParts layout(lists.tile_parts());
  Words parts(host, layout.words);
  const Words term_counts(host, tiles);
  launch_groups("count_terms", tiles, lists.entries(), lists.shapes(), lists.bounds(), tiles,
                lists.list(), parts, term_counts);
  layout.add_terms(read(term_counts));
  parts.write(layout.words);
  require_words(layout.places, "tables");
  require_bytes(host, layout, most_bytes);

  Scratch scratch(host, layout.terms, layout.places);
  term_nodes = {host, layout.terms};
  term_values = {host, layout.terms};
  entry_terms = {host, 2 * lists.list().size()};
  const Words tile_counts(host, fold_quad * tiles);
  launch_groups("fold_tiles", tiles, lists.entries(), lists.shapes(), lists.bounds(), tiles,
                lists.list(), parts, scratch.numbers, scratch.keys, tile_counts, scratch.node_keys,
                scratch.node_terms, scratch.factor_dimensions, scratch.factor_lines, term_nodes,
                term_values, scratch.term_points, scratch.term_before, entry_terms);
  lay_out(host, read(tile_counts));
  launch_each("order_nodes", tiles, tiles, parts, tile_counts, scratch.node_keys,
              scratch.node_terms, scratch.node_shapes, scratch.next_places, scratch.node_places,
              scratch.row_starts);
  launch_groups("write_trees", tiles, parts, trees, scratch.node_keys, scratch.node_shapes,
                scratch.node_places, scratch.factor_dimensions, scratch.factor_lines, tree_nodes,
                tree_dimensions, tree_lines);
  if (transposed) {
    launch_groups("place_terms", tiles, parts, trees, tile_counts, scratch.node_places, term_nodes);
  } else {
    rows = {host, 2 * std::size_t{node_count_}};
    row_points = {host, layout.terms};
    row_values = {host, layout.terms};
    launch_groups("write_rows", tiles, parts, trees, scratch.node_terms, scratch.node_places,
                  scratch.row_starts, term_values, scratch.term_points, scratch.term_before, rows,
                  row_points, row_values);
  }
  host.finish();
  if (!transposed) {
    term_nodes = {};
    term_values = {};
    entry_terms = {};
  }
  host.trial_fact("folded_tiles", tiles);
  host.trial_fact("folded_nodes", node_count_);
}

template <class Real>
void FoldedTrees<Real>::require_bytes(const sdk::Host& host, const TileParts& layout,
                                      double allowed) {
  const auto terms = static_cast<double>(layout.terms);
  const double needed = Scratch::bytes(terms, static_cast<double>(layout.places)) +
                        terms * (2 * sizeof(std::uint32_t) + sizeof(Real));
  host.trial_fact("folded_terms", terms);
  host.trial_fact("folded_bytes", needed, "B");
  if (needed <= allowed) return;
  throw sdk::Error(
      ASSAY_UNSUPPORTED,
      fmt::format("folded lists need {:.0f} bytes, and {:.0f} are allowed: set linear_hats to "
                  "\"together\", or allow more kinks in a tile",
                  needed, allowed));
}

template <class Real>
void FoldedTrees<Real>::lay_out(const sdk::Host& host, std::vector<std::uint32_t> counts) {
  std::uint32_t factors = 0;
  for (std::size_t tile = 0; tile < counts.size(); tile += fold_quad) {
    const std::array made{node_count_, counts[tile], factors, counts[tile + 1]};
    std::ranges::copy(made, counts.begin() + static_cast<std::ptrdiff_t>(tile));
    node_count_ += made[1];
    factors += made[3];
    most_factors_ = std::max(most_factors_, made[3]);
  }
  if (most_factors_ > most_numbers) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("a folded tile has {} factors, and {} can be numbered: set "
                                 "linear_hats to \"together\", or allow fewer kinks in a tile",
                                 most_factors_, most_numbers));
  }
  table_ = std::move(counts);
  trees = {host, table_};
  tree_nodes = {host, fold_quad * node_count_};
  tree_dimensions = {host, std::max(factors, 1U)};
  tree_lines = {host, fold_quad * std::max(factors, 1U)};
}

template <class Real>
void FoldedTrees<Real>::compile(const Device& device, bool is_double, std::size_t dimensions) {
  build_fold_program(device, is_double, dimensions);
}

template class FoldedTrees<float>;
template class FoldedTrees<double>;

}  // namespace sparse_grid::accelerator
