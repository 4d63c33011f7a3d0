#include "forest/level_wise/growing_trees.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "forest/level_wise/host_subtrees.hpp"
#include "forest/library/score.hpp"

namespace forest::level_wise {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t counters = 9;
// Indices of counters, as in kernels/forest/level_wise/nodes.h.
constexpr std::size_t open_counter = 1;
constexpr std::size_t undecided_counter = 6;

// Uploads the table of c log2 c; Gini does not read it and gets one element.
sdk::Buffer<std::uint64_t> count_table(const sdk::Host& host, const Settings& settings,
                                       std::uint32_t draws) {
  if (settings.criterion == Criterion::gini) return {host, 1};
  const CountTable table(draws);
  const std::vector<std::uint64_t> values(table.values().begin(), table.values().end());
  return {host, std::span<const std::uint64_t>(values)};
}

}  // namespace

GrowingTrees::GrowingTrees(const Device& device, const Shape& shape, const Programs& programs,
                           const TrainingData& data, const Settings& settings,
                           const TreeBounds& bounds, std::size_t trees, const Encoder& columns)
    : shape_(shape),
      data_(data),
      settings_(settings),
      bounds_(bounds),
      columns_(columns),
      nodes_(device.host, trees * bounds.nodes),
      work_(device.host, trees * bounds.nodes, trees * bounds.hosted),
      samples_(device.host, trees, data.samples, bounds.lists, bounds.list, shape.side_bits),
      table_(count_table(device.host, settings, bounds.draws)),
      tree_sizes_(device.host, trees),
      open_(device.host, trees * bounds.open),
      next_open_(device.host, trees * bounds.open),
      states_(device.host, trees * bounds.open),
      label_counts_(device.host, trees * bounds.open * data.label_count),
      term_sums_(device.host, trees * bounds.open),
      candidates_(device.host, trees * bounds.open * settings.attributes_tried * candidate_bytes),
      splits_(device.host, trees * bounds.open * candidate_bytes),
      counters_(device.host, counters),
      draw_(programs.bootstrap.kernel("draw")),
      make_lists_(programs.bootstrap.kernel("make_lists")),
      pack_samples_(programs.bootstrap.kernel("pack_samples")),
      plant_(programs.bootstrap.kernel("plant")),
      summarise_(programs.levels.kernel("summarise")),
      search_(programs.search.kernel(shape.has_sorted_lists() ? "search_sorted" : "search_binned")),
      decide_(programs.levels.kernel("decide")),
      take_sides_(programs.levels.kernel("take_sides")),
      partition_(programs.levels.kernel("partition")),
      grow_subtrees_(programs.subtree.kernel("grow_subtrees")) {}

GrowingTrees::Counters GrowingTrees::read_counters(Launcher& launcher) {
  std::array<std::uint32_t, counters> words{};
  counters_.read(words);
  ++launcher.synchronisations;
  return std::bit_cast<Counters>(words);
}

void GrowingTrees::clear_counter(std::size_t place) {
  const std::array<std::uint32_t, 1> none{};
  counters_.write(none, place);
}

void GrowingTrees::plant(Launcher& launcher) {
  const std::uint32_t samples = data_.samples;
  const std::uint32_t trees = samples_.trees;
  counters_.fill(0);
  if (settings_.bootstrap_size > 0) {
    samples_.packed.fill(0);
    launcher.items(draw_, (bounds_.draws + std::size_t{3}) / 4, trees, settings_.seed,
                   samples_.first_tree, bounds_.draws, samples, samples_.packed);
  } else {
    samples_.packed.fill(1);
  }
  const std::uint32_t is_ordered = shape_.has_sorted_lists() ? 1 : 0;
  const std::uint32_t is_repeated = shape_.repeats ? 1 : 0;
  launcher.groups(make_lists_, shape_.group, trees, bounds_.lists, columns_.order(), is_ordered,
                  samples, samples_.packed, is_repeated, trees, samples_.capacity,
                  samples_.lists[0], tree_sizes_);
  launcher.items(pack_samples_, samples, trees, columns_.labels(), samples, is_repeated,
                 samples_.packed, counters_);
  launcher.items(plant_, trees, 1, trees, bounds_.draws, shape_.most_small, shape_.most_hosted,
                 tree_sizes_, nodes_.counts, nodes_.parents, work_.begins, work_.sizes, work_.trees,
                 work_.keys, work_.places, open_, work_.small, work_.hosted, work_.hosted_begins,
                 counters_);
  place_ = 0;
}

std::uint32_t GrowingTrees::search_groups() const {
  const auto at_once = static_cast<std::uint32_t>(shape_.has_sorted_lists() ? 1 : shape_.at_once);
  return (settings_.attributes_tried + at_once - 1) / at_once;
}

void GrowingTrees::search(std::uint32_t open, std::uint32_t round, Launcher& launcher) {
  const auto launch = [&](const auto&... rest) {
    launcher.groups(search_, shape_.group, open, search_groups(), open_, states_, work_.begins,
                    work_.sizes, work_.trees, work_.keys, nodes_.counts, samples_.lists[place_],
                    samples_.trees, samples_.capacity, samples_.packed, columns_.codes(),
                    data_.samples, data_.attributes, settings_.attributes_tried, round,
                    settings_.seed, samples_.first_tree, data_.label_count, rest...);
  };
  if (shape_.has_sorted_lists()) {
    launch(label_counts_, term_sums_, table_, candidates_,
           sdk::LocalMemory{8 * std::size_t{data_.label_count}});
  } else {
    launch(shape_.bins, label_counts_, table_, candidates_,
           sdk::LocalMemory{4 * shape_.copies * shape_.at_once * shape_.bins * data_.label_count});
  }
}

void GrowingTrees::grow_level(std::uint32_t open, std::uint32_t depth, Launcher& launcher) {
  const auto& list = samples_.lists[place_];
  launcher.groups(summarise_, shape_.group, open, 1, open_, work_.begins, work_.sizes, work_.trees,
                  nodes_.counts, list, samples_.trees, samples_.capacity, samples_.packed,
                  data_.samples, data_.label_count, table_, depth, settings_.minimum_node_size,
                  settings_.maximum_depth, label_counts_, term_sums_, states_, nodes_.links,
                  nodes_.attributes, sdk::LocalMemory{4 * std::size_t{data_.label_count}});
  const std::uint32_t tried = settings_.attributes_tried;
  const std::uint32_t rounds = (data_.attributes + tried - 1) / tried;
  const std::uint32_t next_place = 1 - place_;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const std::uint32_t is_last_round = round + 1 == rounds ? 1 : 0;
    search(open, round, launcher);
    launcher.items(decide_, open, 1, open, open_, candidates_, search_groups(), is_last_round,
                   states_, splits_, columns_.values(), columns_.edges(), data_.samples,
                   is_binned(), shape_.most_small, shape_.most_hosted, depth, next_place,
                   nodes_.counts, nodes_.links, nodes_.attributes, nodes_.thresholds,
                   nodes_.parents, work_.trees, work_.keys, work_.places, next_open_, work_.small,
                   work_.hosted, work_.hosted_begins, counters_);
    if (is_last_round != 0 || read_counters(launcher).undecided == 0) break;
    clear_counter(undecided_counter);
  }
  launcher.groups(take_sides_, shape_.group, open, 1, open_, states_, splits_, work_.begins,
                  work_.sizes, work_.trees, nodes_.links, list, samples_.trees, samples_.capacity,
                  columns_.codes(), data_.samples, data_.attributes, samples_.sides);
  launcher.groups(partition_, shape_.group, open, bounds_.lists, open_, states_, work_.begins,
                  work_.sizes, work_.trees, nodes_.links, list, samples_.trees, samples_.capacity,
                  samples_.sides, data_.samples, samples_.lists[next_place]);
  place_ = next_place;
  std::swap(open_, next_open_);
}

void GrowingTrees::grow_small(std::uint32_t small, Launcher& launcher) {
  launcher.groups(
      grow_subtrees_, shape_.subtree_group, small, 1, work_.small, work_.begins, work_.sizes,
      work_.trees, work_.keys, work_.places, samples_.lists[0], samples_.lists[1], samples_.trees,
      samples_.capacity, samples_.packed, columns_.codes(), columns_.values(), columns_.edges(),
      data_.samples, data_.attributes, is_binned(), data_.label_count, settings_.attributes_tried,
      settings_.seed, samples_.first_tree, settings_.minimum_node_size, settings_.maximum_depth,
      table_, nodes_.counts, nodes_.links, nodes_.attributes, nodes_.thresholds, nodes_.parents,
      counters_, sdk::LocalMemory{shape_.subtree_bytes()});
}

Grown GrowingTrees::grow_levels(HostSubtrees* host, Launcher& launcher) {
  Counters now = read_counters(launcher);
  if (now.heaviest > 0) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("a sample was drawn {} times for one tree, but weights only go up "
                                 "to 65535: use bootstrap = \"list\"",
                                 now.heaviest));
  }
  Grown grown;
  for (std::uint32_t depth = 0;; ++depth) {
    if (host != nullptr) host->take(work_, samples_, now.hosted, now.hosted_draws, launcher);
    if (now.open == 0) break;
    grown.level_nodes += now.open;
    clear_counter(open_counter);
    grow_level(now.open, depth, launcher);
    now = read_counters(launcher);
  }
  grown.small = now.small;
  grown.small_draws = now.small_draws;
  grown.hosted = now.hosted;
  grown.hosted_draws = now.hosted_draws;
  return grown;
}

Grown GrowingTrees::grow(std::uint32_t first_tree, std::uint32_t trees, HostSubtrees* host,
                         Launcher& launcher) {
  samples_.first_tree = first_tree;
  samples_.trees = trees;
  plant(launcher);
  Grown grown = grow_levels(host, launcher);
  grow_small(grown.small, launcher);
  if (host != nullptr) host->offer(launcher);
  const Counters now = read_counters(launcher);
  grown.nodes = now.nodes;
  grown.deepest = now.deepest;
  return grown;
}

}  // namespace forest::level_wise
