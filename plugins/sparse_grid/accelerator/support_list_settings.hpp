// What a configuration of the support-list algorithm says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/configuration.hpp"
#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded_parts.hpp"
#include "sparse_grid/accelerator/folded_tiles.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"
#include "sparse_grid/library/list_order.hpp"

namespace sparse_grid::accelerator {

// How hats that are linear over a tile's box count: each for itself, those of a run together, or
// folded into a basis of the tile (kernels/sparse_grid/folded.h).
enum class LinearHats { each, together, folded };

struct ListSettings : Items {
  ListSettings(const Configuration& configuration, assay_backend backend, bool transposed);

  // On tensor cores all warps of a group have the same points.
  [[nodiscard]] std::size_t group_points() const {
    return on_tensor_cores ? warp_items * points : Items::group_points();
  }

  [[nodiscard]] ListLimits limits(const Device& device) const;
  // Of local memory that a group takes; of folded lists, beside the following.
  [[nodiscard]] std::size_t local_bytes(bool is_double, bool transposed) const;
  // Of local memory that is sized at the launch of a product with folded lists, whose rows have so
  // many words by four.
  [[nodiscard]] std::size_t folded_local_bytes(std::size_t row_quads,
                                               std::size_t real_bytes) const;
  // Of folded lists, from the order in which the grid is a tree.
  [[nodiscard]] Parting parting(const std::vector<std::uint32_t>& tree_order) const;

  static constexpr std::size_t warp_items = 32;

  bool on_tensor_cores;
  ListOrder order;
  std::size_t stage;  // list entries in local memory at a time
  LinearHats linear_hats;
  TileLimits folded_tiles;
  std::size_t front_dimensions;  // of folded lists; 0: half of them
  std::size_t table_rows;
  std::size_t segment_entries;  // of a list that a group walks at most
  std::size_t list_megabytes;
  bool lists_on_host;
  bool atomic;         // B v
  std::size_t copies;  // of the sums
};

}  // namespace sparse_grid::accelerator
