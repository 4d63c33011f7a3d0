// What a configuration of the support-list algorithm says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/configuration.hpp"
#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"
#include "sparse_grid/library/data_order.hpp"
#include "sparse_grid/library/grid_points.hpp"

namespace sparse_grid::accelerator {

struct ListSettings : Items {
  ListSettings(const Configuration& configuration, assay_backend backend, bool transposed);

  // Along the curve, by the dimensions that the grid refines most.
  [[nodiscard]] DataOrder data_order(const GridPoints& grid) const;
  // In which the grid is a tree.
  [[nodiscard]] std::vector<std::uint32_t> refinement_order(const GridPoints& grid) const;
  [[nodiscard]] ListLimits limits(const Device& device) const;
  // Of local memory that a group takes.
  [[nodiscard]] std::size_t local_bytes(bool is_double, bool transposed) const;

  Curve curve;
  std::size_t order_dimensions;  // that count in the curve; 0: all
  std::size_t order_bits;        // of each of them; 0: as many as fit
  bool rarest_first;             // dimensions in the tree
  std::size_t stage;             // list entries in local memory at a time
  std::size_t segment_entries;
  std::size_t list_megabytes;
  bool lists_on_host;
  bool atomic;         // B v
  std::size_t copies;  // of the sums
};

ParameterSet support_list_parameters(assay_backend backend, bool transposed);

}  // namespace sparse_grid::accelerator
