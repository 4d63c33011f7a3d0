#include "sparse_grid/accelerator/folded_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>

#include "kernels.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

using Words = sdk::Buffer<std::uint32_t>;

constexpr std::size_t fold_lanes = 32;  // of the groups that make trees
constexpr std::size_t fold_quad = 4;
constexpr std::size_t part_words = 8;
constexpr std::size_t walk_words = 8;

sdk::Program build_fold_program(const Device& device, bool is_double, std::size_t dimensions) {
  auto options = dialect_options(device, is_double, 1);
  options.define("WORK_GROUP_SIZE", fold_lanes).define("DIMENSIONS", dimensions);
  const std::array sources{kernels::folded_lists_kernel, kernels::folded_h, kernels::support_h,
                           kernels::dialect_h};
  return {device.host, sources, options};
}

std::vector<std::uint32_t> words_of(const Words& buffer) {
  std::vector<std::uint32_t> values(buffer.size());
  buffer.read(values);
  return values;
}

void require_words(std::uint64_t count, const char* what) {
  if (count <= std::numeric_limits<std::uint32_t>::max()) return;
  throw sdk::Error(ASSAY_UNSUPPORTED,
                   fmt::format("folded {} have {} words, and 2^32 can be numbered: set linear_hats "
                               "to \"together\"",
                               what, count));
}

}  // namespace

// Where the parts of each tile begin (folded_lists.kernel), long lists first.
template <class Real>
struct FoldedLists<Real>::TileParts {
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
struct FoldedLists<Real>::Scratch {
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
struct FoldedLists<Real>::Maker {
  // A group for each of `count` tiles or groups of points; an item for each.
  void launch_groups(const char* kernel, std::size_t count, const auto&... arguments) const {
    program.kernel(kernel).template launch_on<1>(nullptr, {count * fold_lanes}, {fold_lanes},
                                                 arguments...);
  }
  void launch_each(const char* kernel, std::size_t count, const auto&... arguments) const {
    launch_items(nullptr, program.kernel(kernel), count, fold_lanes, arguments...);
  }

  sdk::Host host;
  sdk::Program program;
  const SupportLists<Real>& lists;
  FoldedLimits limits;
  bool transposed;
};

template <class Real>
FoldedLists<Real>::FoldedLists(const Device& device, const SupportLists<Real>& lists,
                               const std::vector<std::uint32_t>& tile_ranges,
                               const OrderedData<Real>& data, const LevelOne<Real>& level_one,
                               const FoldedLimits& limits, bool transposed) {
  const std::size_t dimensions = data.columns.size() / data.stride;
  const Maker maker{device.host, build_fold_program(device, sizeof(Real) == 8, dimensions), lists,
                    limits, transposed};
  const Groups groups = make_trees(maker, tile_ranges);
  std::vector<std::uint32_t> words(fold_quad * groups.size());
  std::memcpy(words.data(), groups.data(), groups.size() * sizeof(Group));
  const Words group_table(device.host, words);
  place_points(maker, groups, group_table, data, level_one);
  list_steps(maker, groups, group_table);
  device.host.finish();
  device.host.trial_fact("folded_tiles", lists.tiles());
  device.host.trial_fact("folded_groups", static_cast<double>(groups.size()));
  device.host.trial_fact("folded_nodes", node_count_);
  device.host.trial_fact("folded_moments", static_cast<double>(moment_count_));
  device.host.trial_fact("folded_steps", static_cast<double>(steps.size()));
}

template <class Real>
auto FoldedLists<Real>::make_trees(const Maker& maker,
                                   const std::vector<std::uint32_t>& tile_ranges) -> Groups {
  const auto& [host, program, lists, limits, transposed] = maker;
  const std::uint32_t tiles = lists.tiles();
  TileParts layout(lists.tile_parts());
  Words parts(host, layout.words);
  const Words term_counts(host, tiles);
  maker.launch_groups("count_terms", tiles, lists.entries(), lists.shapes(), lists.bounds(), tiles,
                      lists.list(), parts, term_counts);
  layout.add_terms(words_of(term_counts));
  parts.write(layout.words);
  require_words(layout.places, "tables");
  require_bytes(host, layout, limits.bytes);

  Scratch scratch(host, layout.terms, layout.places);
  term_nodes = {host, layout.terms};
  term_values = {host, layout.terms};
  entry_terms = {host, 2 * lists.list().size()};
  const Words tile_counts(host, fold_quad * tiles);
  maker.launch_groups("fold_tiles", tiles, lists.entries(), lists.shapes(), lists.bounds(), tiles,
                      lists.list(), parts, scratch.numbers, scratch.keys, tile_counts,
                      scratch.node_keys, scratch.node_terms, scratch.factor_dimensions,
                      scratch.factor_lines, term_nodes, term_values, scratch.term_points,
                      scratch.term_before, entry_terms);
  Groups groups = lay_out(host, words_of(tile_counts), tile_ranges, limits.group_points);
  maker.launch_each("order_nodes", tiles, tiles, parts, tile_counts, scratch.node_keys,
                    scratch.node_terms, scratch.node_shapes, scratch.next_places,
                    scratch.node_places, scratch.row_starts);
  maker.launch_groups("write_trees", tiles, parts, trees, scratch.node_keys, scratch.node_shapes,
                      scratch.node_places, scratch.factor_dimensions, scratch.factor_lines,
                      tree_nodes, tree_dimensions, tree_lines);
  if (transposed) {
    maker.launch_groups("place_terms", tiles, parts, trees, tile_counts, scratch.node_places,
                        term_nodes);
  } else {
    rows = {host, 2 * std::size_t{node_count_}};
    row_points = {host, layout.terms};
    row_values = {host, layout.terms};
    maker.launch_groups("write_rows", tiles, parts, trees, scratch.node_terms, scratch.node_places,
                        scratch.row_starts, term_values, scratch.term_points, scratch.term_before,
                        rows, row_points, row_values);
  }
  host.finish();
  if (!transposed) {
    term_nodes = {};
    term_values = {};
    entry_terms = {};
  }
  return groups;
}

template <class Real>
void FoldedLists<Real>::require_bytes(const sdk::Host& host, const TileParts& layout,
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
void FoldedLists<Real>::place_points(const Maker& maker, const Groups& groups,
                                     const Words& group_table, const OrderedData<Real>& data,
                                     const LevelOne<Real>& level_one) {
  const std::size_t places_of_all = groups.size() * maker.limits.group_points;
  const std::size_t dimensions = data.columns.size() / data.stride;
  coordinates = {maker.host, dimensions * places_of_all};
  places = {maker.host, places_of_all};
  common = {maker.host, places_of_all};
  spans = {maker.host, 2 * dimensions * groups.size()};
  maker.launch_groups("place_points", groups.size(), data.columns, data.order, level_one.products,
                      static_cast<std::uint32_t>(data.stride),
                      static_cast<std::uint32_t>(maker.limits.group_points), maker.lists.bounds(),
                      maker.lists.tiles(), group_table, coordinates, places, common, spans);
}

template <class Real>
void FoldedLists<Real>::list_steps(const Maker& maker, const Groups& groups,
                                   const Words& group_table) {
  const auto count = static_cast<std::uint32_t>(groups.size());
  const auto step_through = [&](const char* kernel, const auto&... results) {
    maker.launch_each(kernel, count, group_table, count, spans, trees, tree_nodes, tree_dimensions,
                      tree_lines, static_cast<std::uint32_t>(maker.limits.walk_nodes), results...);
  };
  const Words counts(maker.host, 2 * groups.size());
  step_through("count_steps", counts);
  const Words starts(maker.host, lay_out_walks(maker.host, groups, words_of(counts)));
  step_through("write_steps", starts, steps, walks);
}

template <class Real>
auto FoldedLists<Real>::lay_out(const sdk::Host& host, std::vector<std::uint32_t> counts,
                                const std::vector<std::uint32_t>& tile_ranges,
                                std::size_t group_points) -> Groups {
  const std::size_t tiles = counts.size() / fold_quad;
  const auto width = static_cast<std::uint32_t>(group_points);
  std::vector<std::uint32_t> of_tiles;
  Groups groups;
  for (std::uint32_t tile = 0; tile < tiles; ++tile) {
    std::uint32_t* const tree = counts.data() + fold_quad * tile;
    const std::array made{node_count_, tree[0], factor_count_, tree[1]};
    std::ranges::copy(made, tree);
    node_count_ += made[1];
    factor_count_ += made[3];
    most_factors_ = std::max(most_factors_, made[3]);
    const std::uint32_t first = tile_ranges[std::size_t{2} * tile];
    const std::uint32_t count = tile_ranges[std::size_t{2} * tile + 1];
    of_tiles.insert(of_tiles.end(),
                    {static_cast<std::uint32_t>(moment_count_), (count + width - 1) / width});
    for (std::uint32_t at = 0; at < count; at += width) {
      groups.push_back({tile, first + at, std::min(width, count - at),
                        static_cast<std::uint32_t>(moment_count_)});
      moment_count_ += made[1];
    }
  }
  require_words(moment_count_, "moments");
  trees = {host, counts};
  tile_groups = {host, of_tiles};
  tree_nodes = {host, fold_quad * node_count_};
  tree_dimensions = {host, std::max(factor_count_, 1U)};
  tree_lines = {host, fold_quad * std::max(factor_count_, 1U)};
  return groups;
}

template <class Real>
std::vector<std::uint32_t> FoldedLists<Real>::lay_out_walks(
    const sdk::Host& host, const Groups& groups, const std::vector<std::uint32_t>& counts) {
  // The longest first, so that none is left alone in the end.
  std::vector<std::uint32_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::uint32_t group) { return counts[std::size_t{2} * group]; });
  std::vector<std::uint32_t> starts(fold_quad * groups.size());
  std::vector<std::uint32_t> in_parts;
  std::uint64_t step_count = 0;
  std::uint32_t walk_count = 0;
  for (const std::uint32_t group : order) {
    const std::uint32_t parts = counts[std::size_t{2} * group + 1];
    const std::array start{static_cast<std::uint32_t>(step_count), walk_count,
                           groups[group].first_moment, 0U};
    std::ranges::copy(start, starts.begin() + static_cast<std::ptrdiff_t>(fold_quad * group));
    if (parts > 1) in_parts.insert(in_parts.end(), {group, walk_count, parts, 0});
    step_count += counts[std::size_t{2} * group];
    walk_count += parts;
  }
  require_words(step_count, "lists of groups");
  steps = {host, step_count};
  walks = {host, walk_words * walk_count};
  if (!in_parts.empty()) divided = {host, in_parts};
  return starts;
}

template <class Real>
void FoldedLists<Real>::compile(const Device& device, bool is_double, std::size_t dimensions) {
  build_fold_program(device, is_double, dimensions);
}

template class FoldedLists<float>;
template class FoldedLists<double>;

}  // namespace sparse_grid::accelerator
