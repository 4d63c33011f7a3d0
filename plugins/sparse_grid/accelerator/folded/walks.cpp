#include "sparse_grid/accelerator/folded/walks.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "sparse_grid/accelerator/folded/numbering.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

// Items of a group that makes walks: many on CUDA, because the largest trees take by far the
// longest.
std::size_t walk_items(const Device& device) { return device.backend == ASSAY_CUDA ? 128 : 32; }

sdk::Program build_walks_program(const Device& device, bool is_double, std::size_t dimensions) {
  auto options = options_for(device, is_double, walk_items(device));
  options.define("DIMENSIONS", dimensions);
  return sdk::build(device.host, "sparse_grid/folded/walks.kernel", options);
}

// The words of a walk in trees.h.
struct Walk {
  std::uint32_t group;
  std::uint32_t first_step;
  std::uint32_t steps;
  std::uint32_t first_moment;
  std::uint32_t first_ancestor;
  std::uint32_t ancestors;
  std::uint32_t place;
};

constexpr std::uint32_t only_one = 0xffffffff;  // NONE

// The table of walks, [walks][8], the longest first, so that none runs alone at the end.
std::vector<std::uint32_t> table_of(std::vector<Walk> walks) {
  std::ranges::stable_sort(walks, std::ranges::greater{}, &Walk::steps);
  std::vector<std::uint32_t> table;
  for (const auto& walk : walks) {
    table.insert(table.end(), {walk.group, walk.first_step, walk.steps, walk.first_moment,
                               walk.first_ancestor, walk.ancestors, walk.place, 0});
  }
  return table;
}

}  // namespace

// Cuts the steps of groups into walks.
template <class Real>
struct Walks<Real>::Cutter {
  // `lengths` and `starts` are those of the groups' steps.
  Cutter(const Trees& trees, const Groups<Real>& groups, const std::vector<std::uint32_t>& lengths,
         const std::vector<std::uint32_t>& starts, std::uint32_t most_steps) {
    for (std::uint32_t group = 0; group < lengths.size(); ++group) {
      const std::uint32_t* const of_group = &groups.table()[quad * group];
      const std::uint32_t first_node = trees.places().of_tiles[std::size_t{2} * of_group[0]];
      const Walk walk{group, starts[group], lengths[group], of_group[3] - first_node, 0,
                      0,     only_one};
      if (lengths[group] <= most_steps) {
        whole.push_back(walk);
        continue;
      }
      const std::uint32_t first = count();
      for (std::uint32_t from = 0; from < lengths[group]; from += most_steps) {
        parts.insert(parts.end(), {starts[group], lengths[group], from, first_node});
        cut.push_back(walk);
      }
      divided.insert(divided.end(), {group, first, count() - first, 0});
    }
  }

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(cut.size()); }

  // The portion with the walks of the groups [first, end).
  [[nodiscard]] Portion portion(const sdk::Host& host, const std::vector<Walk>& all,
                                std::size_t first, std::size_t end) const {
    const auto is_of = [&](std::uint32_t group) { return first <= group && group < end; };
    std::vector<Walk> walks;
    for (const Walk& walk : all) {
      if (is_of(walk.group)) walks.push_back(walk);
    }
    std::vector<std::uint32_t> of_divided;
    for (auto entry = divided.begin(); entry != divided.end(); entry += quad) {
      if (is_of(*entry)) of_divided.insert(of_divided.end(), entry, entry + quad);
    }
    Portion made{walks.size(), {}, of_divided.size() / quad, {}};
    if (made.count > 0) made.walks = {host, table_of(std::move(walks))};
    if (made.divided_groups > 0) made.divided = {host, of_divided};
    return made;
  }

  // All walks, given the cuts of walks.kernel, [walks that are cut][4].
  [[nodiscard]] std::vector<Walk> walks(const std::vector<std::uint32_t>& cuts,
                                        std::size_t dimensions) const {
    auto all = whole;
    for (std::uint32_t i = 0; i < count(); ++i) {
      auto walk = cut[i];
      walk.first_step = cuts[quad * i];
      walk.steps = cuts[quad * i + 1];
      walk.first_ancestor = static_cast<std::uint32_t>(i * dimensions);
      walk.ancestors = cuts[quad * i + 2];
      walk.place = i;
      all.push_back(walk);
    }
    return all;
  }

  std::vector<Walk> whole;
  std::vector<Walk> cut;  // the walks of a group one after another
  std::vector<std::uint32_t> parts;
  std::vector<std::uint32_t> divided;
};

template <class Real>
Walks<Real>::Walks(const Device& device, const Trees& trees, const Basis<Real>& basis,
                   const Groups<Real>& groups, std::size_t dimensions, std::size_t most_steps) {
  const auto& host = device.host;
  const auto program = build_walks_program(device, sizeof(Real) == 8, dimensions);
  const std::size_t items = walk_items(device);
  const auto step_through = [&](const char* kernel, const auto&... results) {
    launch_items(nullptr, program.kernel(kernel), groups.count() * items, items, groups.groups,
                 groups.spans, trees.trees, trees.nodes, basis.factor_dimensions,
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

  const Cutter cutter(trees, groups, lengths, starts, static_cast<std::uint32_t>(most_steps));
  divided_walks_ = cutter.count();
  ancestors = {host, std::max<std::size_t>(1, divided_walks_ * dimensions)};
  std::vector<std::uint32_t> cuts;
  if (divided_walks_ > 0) {
    const Words parts(host, cutter.parts);
    const Words results(host, quad * divided_walks_);
    launch_items(nullptr, program.kernel("cut_steps"), divided_walks_, items, steps, trees.nodes,
                 parts, static_cast<std::uint32_t>(divided_walks_),
                 static_cast<std::uint32_t>(most_steps), results, ancestors);
    cuts = read(results);
  }
  const auto all = cutter.walks(cuts, dimensions);
  const auto& starts_of = groups.portion_starts();
  for (std::size_t p = 0; p + 1 < starts_of.size(); ++p) {
    portions_.push_back(cutter.portion(host, all, starts_of[p], starts_of[p + 1]));
  }
  host.finish();
  host.trial_fact("folded_steps", step_count);
  host.trial_fact("folded_walks", static_cast<double>(all.size()));
}

template <class Real>
void Walks<Real>::compile(const Device& device, bool is_double, std::size_t dimensions) {
  build_walks_program(device, is_double, dimensions);
}

template class Walks<float>;
template class Walks<double>;

}  // namespace sparse_grid::accelerator::folded
