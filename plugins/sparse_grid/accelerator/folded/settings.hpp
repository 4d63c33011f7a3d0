// The settings of a configuration for folded lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/portions.hpp"
#include "sparse_grid/accelerator/folded/tiles.hpp"

namespace sparse_grid::accelerator::folded {

struct Settings : Items {
  Settings(const Configuration& configuration, assay_backend backend, bool transposed);

  // The number of points of a group. On tensor cores all warps of a group have the same points.
  [[nodiscard]] std::size_t group_points() const {
    return on_tensor_cores ? warp_items * points : Items::group_points();
  }
  [[nodiscard]] TileLimits tile_limits() const {
    return {tile_groups * group_points(), tile_kinks};
  }
  // Whether parts made for these settings also serve `other`: the two differ only in how their
  // operators use the parts.
  [[nodiscard]] bool shares_parts_with(const Settings& other) const;
  // 1 for each of the first dimensions of the order in which the grid is a tree, otherwise 0.
  [[nodiscard]] std::vector<std::uint32_t> in_front(
      const std::vector<std::uint32_t>& tree_order) const;

  // Bytes of local memory that a group takes, in addition to those of blocks (block_evaluator.cpp).
  [[nodiscard]] std::size_t local_bytes(std::size_t real_bytes, bool transposed) const;

  static constexpr std::size_t warp_items = 32;
  static constexpr std::size_t reals_of_step = 6;  // walk.h

  bool along_trees;
  bool on_tensor_cores;
  std::size_t tile_groups;
  std::size_t tile_kinks;
  std::size_t front_dimensions;  // by blocks; 0: half of them
  std::size_t table_rows;        // by blocks
  std::size_t stage;             // along trees: steps in local memory at a time
  std::size_t walk_steps;        // along trees: of a walk, which continues to the next inner node
  std::size_t list_megabytes;
  PortionRule portions;
  bool portions_abreast;  // B v: concurrently
  bool atomic;            // B v
  std::size_t copies;     // of the sums
};

// Adds the parameters in addition to those of all support lists, active if linear_hats is "folded".
void add_parameters(ParameterSet& set, assay_backend backend, bool transposed);

}  // namespace sparse_grid::accelerator::folded
