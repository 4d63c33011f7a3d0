#include "forest/level_wise/growing_trees.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>
#include <vector>

#include "forest/library/score.hpp"

namespace forest::level_wise {
namespace {

namespace sdk = assay::sdk;

constexpr std::uint32_t counters = 8;

// c log2 c, which Gini does not read.
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
      table_(count_table(device.host, settings, bounds.draws)),
      packed_(device.host, trees * data.samples),
      sides_(device.host, trees * data.samples),
      lists_{sdk::Buffer<std::uint32_t>(device.host, trees * bounds.lists * bounds.list),
             sdk::Buffer<std::uint32_t>(device.host, trees * bounds.lists * bounds.list)},
      tree_sizes_(device.host, trees),
      begins_(device.host, trees * bounds.nodes),
      sizes_(device.host, trees * bounds.nodes),
      node_trees_(device.host, trees * bounds.nodes),
      keys_(device.host, trees * bounds.nodes),
      places_(device.host, trees * bounds.nodes),
      small_(device.host, trees * bounds.nodes),
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

void GrowingTrees::plant(Launcher& launcher) {
  const std::uint32_t samples = data_.samples;
  counters_.fill(0);
  if (settings_.bootstrap_size > 0) {
    packed_.fill(0);
    launcher.items(draw_, (bounds_.draws + std::size_t{3}) / 4, trees_, settings_.seed, first_tree_,
                   bounds_.draws, samples, packed_);
  } else {
    packed_.fill(1);
  }
  const std::uint32_t is_ordered = shape_.has_sorted_lists() ? 1 : 0;
  const std::uint32_t is_repeated = shape_.repeats ? 1 : 0;
  launcher.groups(make_lists_, shape_.group, trees_, bounds_.lists, columns_.order(), is_ordered,
                  samples, packed_, is_repeated, trees_, bounds_.list, lists_[0], tree_sizes_);
  launcher.items(pack_samples_, samples, trees_, columns_.labels(), samples, is_repeated, packed_,
                 counters_);
  const std::uint32_t is_small = bounds_.draws <= shape_.threshold ? 1 : 0;
  launcher.items(plant_, trees_, 1, trees_, bounds_.draws, is_small, tree_sizes_, nodes_.counts,
                 nodes_.parents, begins_, sizes_, node_trees_, keys_, places_,
                 is_small != 0 ? small_ : open_, counters_);
  place_ = 0;
}

std::uint32_t GrowingTrees::search_groups() const {
  const auto at_once = static_cast<std::uint32_t>(shape_.has_sorted_lists() ? 1 : shape_.at_once);
  return (settings_.attributes_tried + at_once - 1) / at_once;
}

void GrowingTrees::search(std::uint32_t open, std::uint32_t round, Launcher& launcher) {
  const auto launch = [&](const auto&... rest) {
    launcher.groups(search_, shape_.group, open, search_groups(), open_, states_, begins_, sizes_,
                    node_trees_, keys_, nodes_.counts, lists_[place_], trees_, bounds_.list,
                    packed_, columns_.codes(), data_.samples, data_.attributes,
                    settings_.attributes_tried, round, settings_.seed, first_tree_,
                    data_.label_count, rest...);
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
  launcher.groups(summarise_, shape_.group, open, 1, open_, begins_, sizes_, node_trees_,
                  nodes_.counts, lists_[place_], trees_, bounds_.list, packed_, data_.samples,
                  data_.label_count, table_, depth, settings_.minimum_node_size,
                  settings_.maximum_depth, label_counts_, term_sums_, states_, nodes_.links,
                  nodes_.attributes, sdk::LocalMemory{4 * std::size_t{data_.label_count}});
  const std::uint32_t tried = settings_.attributes_tried;
  const std::uint32_t rounds = (data_.attributes + tried - 1) / tried;
  const std::uint32_t next_place = 1 - place_;
  const std::array<std::uint32_t, 2> none{};
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const std::uint32_t is_last_round = round + 1 == rounds ? 1 : 0;
    search(open, round, launcher);
    launcher.items(decide_, open, 1, open, open_, candidates_, search_groups(), is_last_round,
                   states_, splits_, columns_.values(), columns_.edges(), data_.samples,
                   is_binned(), shape_.threshold, depth, next_place, nodes_.counts, nodes_.links,
                   nodes_.attributes, nodes_.thresholds, nodes_.parents, node_trees_, keys_,
                   places_, next_open_, small_, counters_);
    if (is_last_round != 0 || read_counters(launcher).undecided == 0) break;
    counters_.write(std::span(none).first<1>(), 3);
  }
  launcher.groups(take_sides_, shape_.group, open, 1, open_, states_, splits_, begins_, sizes_,
                  node_trees_, nodes_.links, lists_[place_], trees_, bounds_.list, columns_.codes(),
                  data_.samples, data_.attributes, sides_);
  launcher.groups(partition_, shape_.group, open, bounds_.lists, open_, states_, begins_, sizes_,
                  node_trees_, nodes_.links, lists_[place_], trees_, bounds_.list, sides_,
                  data_.samples, lists_[next_place]);
  place_ = next_place;
  std::swap(open_, next_open_);
}

void GrowingTrees::grow_small(std::uint32_t small, Launcher& launcher) {
  launcher.groups(grow_subtrees_, shape_.subtree_group, small, 1, small_, begins_, sizes_,
                  node_trees_, keys_, places_, lists_[0], lists_[1], trees_, bounds_.list, packed_,
                  columns_.codes(), columns_.values(), columns_.edges(), data_.samples,
                  data_.attributes, is_binned(), data_.label_count, settings_.attributes_tried,
                  settings_.seed, first_tree_, settings_.minimum_node_size, settings_.maximum_depth,
                  table_, nodes_.counts, nodes_.links, nodes_.attributes, nodes_.thresholds,
                  nodes_.parents, counters_, sdk::LocalMemory{shape_.subtree_bytes()});
}

GrowingTrees::Grown GrowingTrees::grow(std::uint32_t first_tree, std::uint32_t trees,
                                       Launcher& launcher) {
  first_tree_ = first_tree;
  trees_ = trees;
  plant(launcher);
  Counters now = read_counters(launcher);
  if (now.heaviest > 0) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     fmt::format("a sample was drawn {} times for one tree, and weights go up to "
                                 "65535: use bootstrap = \"list\"",
                                 now.heaviest));
  }
  const std::array<std::uint32_t, 1> none{};
  for (std::uint32_t depth = 0; now.open > 0; ++depth) {
    counters_.write(none, 1);
    grow_level(now.open, depth, launcher);
    now = read_counters(launcher);
  }
  grow_small(now.small, launcher);
  now = read_counters(launcher);
  return {now.nodes, now.deepest};
}

}  // namespace forest::level_wise
