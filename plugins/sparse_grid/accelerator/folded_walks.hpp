// What groups of data points walk of their tiles' trees: kernels/sparse_grid/folded.h says what
// that is, folded_walks.kernel makes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded_trees.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"

namespace sparse_grid::accelerator {

struct WalkLimits {
  std::size_t group_points;  // data points of a group
  std::size_t nodes;         // of a walk, about, at most
};

// Data points in groups, each of a single tile, with the nodes that are not 0 at all of its points.
template <class Real>
class FoldedWalks {
 public:
  using Words = assay::sdk::Buffer<std::uint32_t>;
  using Reals = assay::sdk::Buffer<Real>;

  // tile_ranges: [tiles][2] the first of a tile's points and how many, as FoldedTiles has them.
  FoldedWalks(const Device& device, const FoldedTrees<Real>& trees,
              const std::vector<std::uint32_t>& tile_ranges, const Boxes<Real>& tiles,
              const OrderedData<Real>& data, const LevelOne<Real>& level_one,
              const WalkLimits& limits);

  // Compiles the program.
  static void compile(const Device& device, bool is_double, std::size_t dimensions);

  [[nodiscard]] std::size_t count() const { return count_; }
  // Groups with several walks.
  [[nodiscard]] std::uint32_t divided_count() const { return divided_count_; }
  // Of all groups' trees: what they have for B v.
  [[nodiscard]] std::size_t moments() const { return moment_count_; }

  // kernels/sparse_grid/folded.h, folded_walk.h
  Reals coordinates;
  Words places;
  Reals common;
  Words steps;
  Words walks;
  Words moment_offsets;  // B v
  // folded_terms.kernel
  Words divided;      // B^T alpha
  Words tile_groups;  // B v

 private:
  // A group of data points, as place_points wants it.
  struct Group {
    std::uint32_t tile;
    std::uint32_t first;  // of the points, and how many
    std::uint32_t points;
    std::uint32_t nothing;
  };
  using Groups = std::vector<Group>;

  // of_trees: [tiles][4], tile_ranges: [tiles][2]
  Groups cut(const assay::sdk::Host& host, const std::vector<std::uint32_t>& of_trees,
             const std::vector<std::uint32_t>& tile_ranges, std::size_t group_points);
  // Puts the walks in order; counts: [groups][2] of count_steps. Returns what write_steps wants.
  std::vector<std::uint32_t> lay_out(const assay::sdk::Host& host,
                                     const std::vector<std::uint32_t>& counts);

  std::size_t count_ = 0;
  std::uint32_t divided_count_ = 0;
  std::size_t moment_count_ = 0;
};

}  // namespace sparse_grid::accelerator
