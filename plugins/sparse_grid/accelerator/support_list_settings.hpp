// The settings of a configuration of the support-list algorithm.
#pragma once

#include <cstddef>

#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"
#include "sparse_grid/library/list_order.hpp"

namespace sparse_grid::accelerator {

// The treatment of hats that are linear over a tile's box: each on its own, those of a run
// together, or folded into a basis of the tile (kernels/sparse_grid/folded/folded.h; its settings
// are in folded::Settings).
enum class LinearHats { each, together, folded };

// Whether all data points form a single tile, whose list is the grid.
inline bool is_streamed(const Configuration& configuration) {
  return configuration.text("lists") == "none";
}

struct ListSettings : Items {
  ListSettings(const Configuration& configuration, assay_backend backend, bool transposed);

  [[nodiscard]] ListLimits limits(const Device& device) const;
  // Bytes of local memory that a group takes.
  [[nodiscard]] std::size_t local_bytes(bool is_double, bool transposed) const;

  ListOrder order;
  std::size_t stage;  // list entries in local memory at a time
  LinearHats linear_hats;
  bool reciprocals_kept;        // of the level-1 functions at the points; else computed
  std::size_t segment_entries;  // greatest length of the part of a list that a group walks
  std::size_t list_megabytes;
  bool lists_on_host;
  bool atomic;         // B v
  std::size_t copies;  // of the sums
};

}  // namespace sparse_grid::accelerator
