// Support lists made on the host, as kernels/sparse_grid/support_lists.kernel makes them on a
// device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/sizes.hpp"
#include "sparse_grid/library/support_entries.hpp"

namespace sparse_grid {

// Boxes of tiles of data points: [2 * dimensions][tiles], for each dimension the least coordinates,
// then the greatest. `order` holds the numbers of the points, tile after tile, a multiple of
// tile_points; places with no_point do not count, but each tile must have a point.
template <class Real>
std::vector<Real> tile_bounds(std::span<const Real> data, std::size_t dimensions,
                              std::span<const std::uint32_t> order, std::size_t tile_points);

// The input of making lists: the entries in chunks of equal size, except the last, and the tiles.
template <class Real>
struct ListCut {
  ListCut(const SupportEntries& grid, std::size_t entries_of_chunk, std::vector<Real> tile_boxes,
          std::size_t tile_count);

  [[nodiscard]] std::size_t chunks() const {
    return assay::sdk::quotient_up(entries->size(), chunk_entries);
  }

  const SupportEntries* entries;  // not owned
  std::size_t chunk_entries;
  std::vector<Real> shapes;
  std::vector<Real> bounds;
  std::size_t tiles;
};

// [chunks][tiles]: the number of entries that each chunk adds to each tile's list.
template <class Real>
std::vector<std::uint32_t> count_entries(const ListCut<Real>& cut);

// Writes the entries of all lists, with LISTED_LINEAR where a hat is linear over the box; `starts`
// [chunks][tiles] holds the begin of each part.
template <class Real>
void list_entries(const ListCut<Real>& cut, std::span<const std::uint32_t> starts,
                  std::span<std::uint32_t> list);

}  // namespace sparse_grid
