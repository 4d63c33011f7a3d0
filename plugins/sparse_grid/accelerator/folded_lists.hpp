// Support lists folded into a tree for each tile: kernels/sparse_grid/folded.h says what that is,
// folded_lists.kernel makes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded_tiles.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"

namespace sparse_grid::accelerator {

struct FoldedLimits {
  std::size_t group_points;  // data points of a group
  std::size_t walk_nodes;    // nodes that a group walks, about, at most
  double bytes;              // of the trees and what making them takes
};

// The trees of all tiles, and how grid points and their nodes depend on each other: node by node
// for B^T alpha, entry by entry of the lists for B v.
template <class Real>
class FoldedLists {
 public:
  using Words = assay::sdk::Buffer<std::uint32_t>;
  using Reals = assay::sdk::Buffer<Real>;

  // From lists of these tiles that are on the device together. Throws ASSAY_UNSUPPORTED, with the
  // bytes, where trees and what making them takes are more than the limit.
  FoldedLists(const Device& device, const SupportLists<Real>& lists,
              const std::vector<std::uint32_t>& tile_ranges, const OrderedData<Real>& data,
              const LevelOne<Real>& level_one, const FoldedLimits& limits, bool transposed);

  // Compiles the program.
  static void compile(const Device& device, bool is_double, std::size_t dimensions);

  // Of the tile that has most.
  [[nodiscard]] std::uint32_t most_factors() const { return most_factors_; }
  // Of all trees.
  [[nodiscard]] std::uint32_t nodes() const { return node_count_; }
  // Of all groups' trees: what they have for B v.
  [[nodiscard]] std::size_t moments() const { return moment_count_; }

  // kernels/sparse_grid/folded.h
  Reals coordinates;
  Words places;
  Reals common;
  Reals spans;
  Words steps;
  Words walks;
  Words trees;
  Words tree_nodes;
  Words tree_dimensions;
  Reals tree_lines;
  // B^T alpha: folded.kernel, folded_terms.kernel
  Words divided;
  Words rows;
  Words row_points;
  Reals row_values;
  // B v: folded_transposed.kernel, folded_terms.kernel
  Words tile_groups;
  Words entry_terms;
  Words term_nodes;
  Reals term_values;

 private:
  struct Scratch;
  struct TileParts;
  struct Maker;

  // A group of data points.
  struct Group {
    std::uint32_t tile;
    std::uint32_t first;  // of the points, and how many
    std::uint32_t points;
    std::uint32_t first_moment;
  };
  using Groups = std::vector<Group>;

  // The trees, and what they have in common with grid points.
  Groups make_trees(const Maker& maker, const std::vector<std::uint32_t>& tile_ranges);
  static void require_bytes(const assay::sdk::Host& host, const TileParts& layout, double allowed);
  // counts: [tiles][4] as fold_tiles leaves them.
  Groups lay_out(const assay::sdk::Host& host, std::vector<std::uint32_t> counts,
                 const std::vector<std::uint32_t>& tile_ranges, std::size_t group_points);
  // group_table: the same groups on the device.
  void place_points(const Maker& maker, const Groups& groups, const Words& group_table,
                    const OrderedData<Real>& data, const LevelOne<Real>& level_one);
  // The groups' lists of nodes, and their walks.
  void list_steps(const Maker& maker, const Groups& groups, const Words& group_table);
  // Puts the groups' walks in order; counts: [groups][2] of count_steps. Returns [groups][4] as
  // write_steps wants them.
  std::vector<std::uint32_t> lay_out_walks(const assay::sdk::Host& host, const Groups& groups,
                                           const std::vector<std::uint32_t>& counts);

  std::uint32_t most_factors_ = 0;
  std::uint32_t node_count_ = 0;
  std::uint32_t factor_count_ = 0;
  std::size_t moment_count_ = 0;
};

}  // namespace sparse_grid::accelerator
