// What a configuration says of folded lists.
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

  // On tensor cores all warps of a group have the same points.
  [[nodiscard]] std::size_t group_points() const {
    return on_tensor_cores ? warp_items * points : Items::group_points();
  }
  [[nodiscard]] TileLimits tile_limits() const {
    return {tile_groups * group_points(), tile_kinks};
  }
  // Whether lists made for one are what the other wants: they differ in no more than what their
  // operators do with them.
  [[nodiscard]] bool shares_parts_with(const Settings& other) const;
  // 1 for each of the first dimensions of the order in which the grid is a tree, otherwise 0.
  [[nodiscard]] std::vector<std::uint32_t> in_front(
      const std::vector<std::uint32_t>& tree_order) const;

  // Bytes of local memory that a group takes, beside what blocks take of it (block_evaluator.cpp).
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
  std::size_t walk_steps;        // along trees: of a walk, and up to the next inner node
  std::size_t list_megabytes;
  PortionRule portions;
  bool portions_abreast;  // B v: beside each other
  bool atomic;            // B v
  std::size_t copies;     // of the sums
};

// The parameters beside those of all support lists, which count where linear_hats is "folded".
void add_parameters(ParameterSet& set, assay_backend backend, bool transposed);

}  // namespace sparse_grid::accelerator::folded
