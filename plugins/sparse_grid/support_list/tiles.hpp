// Data points in tiles and the list of each tile, in the layout of the kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/aligned.hpp"
#include "sparse_grid/library/data_order.hpp"
#include "sparse_grid/library/grid_points.hpp"
#include "sparse_grid/library/support_entries.hpp"
#include "sparse_grid/support_list/kernels.hpp"

namespace sparse_grid::support_list {

template <class T>
class TiledData {
 public:
  // `data` is [m][dimensions] in [0, 1]; nothing is borrowed after the call. Throws sdk::Error
  // (ASSAY_UNSUPPORTED) if lists would take more than `most_list_bytes` bytes.
  TiledData(const SupportEntries& entries, std::span<const T> data, std::size_t dimensions,
            const DataOrder& order, std::size_t tile_points, double most_list_bytes);

  [[nodiscard]] std::size_t size() const { return lists_.size() - 1; }
  [[nodiscard]] Tile<T> tile(std::size_t number) const;
  [[nodiscard]] std::size_t tile_points() const { return tile_points_; }
  // The number in the data of the point at each place of the tiles, no_point in the padding.
  [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }
  // The number of entries of the lists of the tiles before this one; of all lists for size().
  [[nodiscard]] std::size_t entries_before(std::size_t tile) const { return lists_[tile]; }

 private:
  void list(const SupportEntries& entries, std::span<const T> data, std::size_t dimensions,
            double most_list_bytes);
  void lay_out(std::span<const T> data, std::size_t dimensions);

  std::size_t tile_points_;
  std::size_t rows_;  // dimensions + 1
  std::vector<std::uint32_t> order_;
  AlignedVector<T> coordinates_;  // [tiles][rows_][tile_points_]
  AlignedVector<T> reciprocals_;  // [tiles][rows_][tile_points_]
  AlignedVector<T> common_;       // [tiles][tile_points_]
  std::vector<T> corners_;        // [tiles][rows_]
  std::vector<std::uint32_t> entries_;
  std::vector<std::uint32_t> lists_;  // [tiles + 1] begin of each list
};

}  // namespace sparse_grid::support_list
