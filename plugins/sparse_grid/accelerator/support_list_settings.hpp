// What a configuration of the support-list algorithm says.
#pragma once

#include <cstddef>

#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"
#include "sparse_grid/library/list_order.hpp"

namespace sparse_grid::accelerator {

// How hats that are linear over a tile's box count: each for itself, those of a run together, or
// folded into a basis of the tile (kernels/sparse_grid/folded/folded.h), which folded::Settings
// tells.
enum class LinearHats { each, together, folded };

// Whether all data are one tile, whose list is the grid.
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
  bool reciprocals_kept;        // of the level-1 functions at the points; else they are computed
  std::size_t segment_entries;  // of a list that a group walks at most
  std::size_t list_megabytes;
  bool lists_on_host;
  bool atomic;         // B v
  std::size_t copies;  // of the sums
};

}  // namespace sparse_grid::accelerator
