#include "sparse_grid/accelerator/folded_trees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "kernels.hpp"
#include "sparse_grid/accelerator/folded_program.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t tree_items = 128;         // of the groups that make trees
constexpr std::uint32_t of_child = 0x7fff;      // OF_CHILD
constexpr std::uint32_t most_numbers = 0xffff;  // NODE_FACTOR

sdk::Program build_tree_program(const Device& device, bool is_double) {
  return folded_program(device, is_double, kernels::folded_trees_kernel, tree_items);
}

// Places of hash tables for each tile, of factors and of terms, more than it can have.
struct Places {
  explicit Places(const std::vector<std::uint32_t>& tile_starts, std::uint32_t bundles,
                  std::uint32_t terms) {
    const std::size_t tiles = tile_starts.size() / 2;
    std::array<std::uint64_t, 2> sums{};
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      const bool is_last = tile + 1 == tiles;
      for (std::size_t i = 0; i < 2; ++i) {
        const std::uint64_t end =
            is_last ? (i == 0 ? bundles : terms) : tile_starts[2 * tile + 2 + i];
        const std::uint64_t count = end - tile_starts[2 * tile + i];
        const auto bits = static_cast<std::uint32_t>(std::bit_width(count + count / 2));
        table.insert(table.end(), {static_cast<std::uint32_t>(sums[i]), bits});
        sums[i] += std::uint64_t{1} << bits;
      }
    }
    factors = sums[0];
    nodes = sums[1];
  }
  std::vector<std::uint32_t> table;  // [tiles][4]
  std::uint64_t factors;
  std::uint64_t nodes;
};

}  // namespace

// What is kept while trees are made, and how it comes about.
template <class Real>
struct FoldedTrees<Real>::Maker {
  // Which items of a sequence are the first with their key, and how many before them are.
  struct Distinct {
    Words places;
    Words slots;    // [items]
    Words numbers;  // [items]
    Words firsts;   // [count] items
    std::uint32_t count = 0;
  };

  Maker(const Device& device, const SupportLists<Real>& lists, const FoldedBundles<Real>& from)
      : host(device.host),
        program(build_tree_program(device, sizeof(Real) == 8)),
        bundles(from),
        tiles(lists.tiles()),
        layout(from.tile_starts, from.count, from.terms),
        tile_starts(host, from.tile_starts) {}

  // Of all but the nodes, and of these, together with what is made.
  [[nodiscard]] double bytes() const {
    return static_cast<double>(layout.nodes + layout.factors) * sizeof(std::uint32_t) +
           static_cast<double>(bundles.terms) * (9 * sizeof(std::uint32_t) + 2 * sizeof(Real)) +
           static_cast<double>(bundles.count) * 3 * sizeof(std::uint32_t);
  }
  [[nodiscard]] double node_bytes() const {
    return static_cast<double>(nodes.count) * 15 * sizeof(std::uint32_t);
  }

  void launch_each(const char* kernel, std::size_t count, const auto&... arguments) const {
    launch_items(nullptr, program.kernel(kernel), count, tree_items, arguments...);
  }
  // A group for each tile.
  void launch_tiles(const char* kernel, const auto&... arguments) const {
    launch_each(kernel, tiles * tree_items, arguments...);
  }

  void find_nodes();
  void number(Distinct& items, std::uint32_t of) const;
  void order_nodes(FoldedTrees& trees);

  sdk::Host host;
  sdk::Program program;
  const FoldedBundles<Real>& bundles;
  std::uint32_t tiles;
  Places layout;
  Words tile_starts;
  Distinct factors;  // of bundles
  Distinct nodes;    // of terms
  Words term_keys;
  Reals term_values;
  Words term_bundles;
  Words node_places;
};

template <class Real>
FoldedTrees<Real>::FoldedTrees(const Device& device, const SupportLists<Real>& lists,
                               const FoldedBundles<Real>& bundles, double most_bytes,
                               bool transposed) {
  const auto& host = device.host;
  Maker maker(device, lists, bundles);
  require_words(maker.layout.nodes, "tables");
  const double needed =
      FoldedBundles<Real>::bytes(bundles.count, static_cast<double>(lists.list().size())) +
      maker.bytes();
  require_folded_bytes(host, needed, most_bytes);
  maker.find_nodes();
  require_folded_bytes(host, needed + maker.node_bytes(), most_bytes);
  node_count_ = maker.nodes.count;
  trees = {host, 4 * std::size_t{maker.tiles}};
  maker.launch_each("tabulate_trees", maker.tiles, maker.tile_starts, maker.tiles,
                    maker.nodes.numbers, node_count_, maker.factors.numbers, maker.factors.count,
                    trees);
  table_ = read(trees);
  for (std::size_t tile = 0; tile < maker.tiles; ++tile) {
    most_factors_ = std::max(most_factors_, table_[4 * tile + 3]);
  }
  if (most_factors_ > most_numbers) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("a folded tile has {} factors, and {} can be numbered: set "
                                 "linear_hats to \"together\", or allow fewer kinks in a tile",
                                 most_factors_, most_numbers));
  }
  maker.order_nodes(*this);
  factor_dimensions = {host, std::max(maker.factors.count, 1U)};
  factor_lines = {host, 8 * std::size_t{std::max(maker.factors.count, 1U)}};
  maker.launch_each("write_factors", std::max(maker.factors.count, 1U), maker.factors.firsts,
                    maker.factors.count, bundles.bundles, bundles.keys, lists.shapes(),
                    lists.bounds(), lists.tiles(), factor_dimensions, factor_lines);
  term_nodes = {host, bundles.terms};
  if (transposed) {
    maker.launch_each("place_terms", bundles.terms, maker.nodes.places, maker.nodes.slots,
                      bundles.terms, maker.nodes.numbers, maker.term_keys, trees, maker.node_places,
                      term_nodes);
    host.finish();
    term_values = std::move(maker.term_values);
  } else {
    Words node_counts(host, node_count_);
    node_counts.fill(0);
    maker.launch_each("count_rows", bundles.terms, maker.nodes.places, maker.nodes.slots,
                      bundles.terms, maker.nodes.numbers, term_nodes, node_counts);
    rows = {host, 2 * std::size_t{node_count_}};
    row_bundles = {host, bundles.terms};
    row_values = {host, bundles.terms};
    maker.launch_tiles("write_rows", maker.tile_starts, maker.tiles, bundles.terms, trees,
                       maker.node_places, term_nodes, maker.term_values, maker.term_bundles,
                       node_counts, rows, row_bundles, row_values);
    host.finish();
    term_nodes = {};
  }
  host.trial_fact("folded_tiles", maker.tiles);
  host.trial_fact("folded_nodes", node_count_);
}

// Names all terms, stage by stage, and tells which are the same; likewise factors.
template <class Real>
void FoldedTrees<Real>::Maker::find_nodes() {
  const Words tables(host, layout.table);
  const auto allocate = [&](Distinct& items, std::size_t count, std::size_t places) {
    items.places = {host, places};
    items.places.fill(no_point);
    items.slots = {host, count};
    items.numbers = {host, count};
  };
  allocate(factors, bundles.count, layout.factors);
  allocate(nodes, bundles.terms, layout.nodes);
  launch_each("settle_factors", bundles.count, bundles.keys, bundles.count, tables, factors.places,
              factors.slots);
  term_keys = {host, 4 * std::size_t{bundles.terms}};
  term_values = {host, bundles.terms};
  term_bundles = {host, bundles.terms};
  for (std::uint32_t stage = 0; stage <= bundles.deepest + 1; ++stage) {
    const std::uint32_t now = stage <= bundles.deepest ? stage : of_child;
    launch_each("name_terms", bundles.count, bundles.bundles, bundles.count, now, bundles.keys,
                bundles.lines, nodes.slots, term_keys, term_values, term_bundles);
    launch_each("settle_terms", bundles.count, bundles.bundles, bundles.count, now, term_keys,
                tables, bundles.keys, nodes.places, nodes.slots);
  }
  number(factors, bundles.count);
  number(nodes, bundles.terms);
}

template <class Real>
void FoldedTrees<Real>::Maker::number(Distinct& items, std::uint32_t of) const {
  Words counts(host, round_up(of, tree_items) / tree_items);
  launch_each("count_firsts", of, items.places, items.slots, of, counts);
  auto starts = read(counts);
  items.count = sums_before(starts, 1, "nodes").front();
  counts.write(starts);
  items.firsts = {host, std::max(items.count, 1U)};
  launch_each("number_firsts", of, items.places, items.slots, of, counts, items.numbers,
              items.firsts);
  host.finish();
}

template <class Real>
void FoldedTrees<Real>::Maker::order_nodes(FoldedTrees& trees) {
  const std::uint32_t count = nodes.count;
  const Words parents(host, count);
  Words sizes(host, count);
  Words leaves(host, count);
  const Words befores(host, count);
  Words counters(host, 2 * std::size_t{count});
  sizes.fill(1);
  leaves.fill(0);
  counters.fill(0);
  launch_each("size_nodes", count, nodes.firsts, count, term_keys, nodes.places, nodes.numbers,
              parents, sizes);
  launch_each("count_leaves", count, parents, count, sizes, leaves);
  launch_tiles("order_siblings", trees.trees, parents, sizes, counters, befores);
  node_places = {host, count};
  trees.tree_nodes = {host, 4 * std::size_t{count}};
  launch_each("write_nodes", count, nodes.firsts, count, term_keys, term_bundles, factors.places,
              factors.slots, factors.numbers, trees.trees, parents, sizes, leaves, befores,
              node_places, trees.tree_nodes);
  host.finish();
}

template <class Real>
void FoldedTrees<Real>::compile(const Device& device, bool is_double) {
  build_tree_program(device, is_double);
}

template class FoldedTrees<float>;
template class FoldedTrees<double>;

}  // namespace sparse_grid::accelerator
