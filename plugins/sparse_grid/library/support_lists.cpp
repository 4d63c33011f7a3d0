#include "sparse_grid/library/support_lists.hpp"

#include <algorithm>

#include "sparse_grid/library/support.hpp"

namespace sparse_grid {
namespace {

// Calls work(chunk, tile) for each pair of chunk and tile, in parallel.
template <class Real>
void for_each_part(const ListCut<Real>& cut, const auto& work) {
  const auto parts = static_cast<std::ptrdiff_t>(cut.chunks() * cut.tiles);
#pragma omp parallel for schedule(dynamic, 64)
  for (std::ptrdiff_t part = 0; part < parts; ++part) {
    work(static_cast<std::size_t>(part) / cut.tiles, static_cast<std::size_t>(part) % cut.tiles);
  }
}

// Writes the part of a tile's list that lies in a chunk, or only counts it if `list` is null.
template <class Real>
std::uint32_t cut_part(const ListCut<Real>& cut, std::size_t chunk, std::size_t tile,
                       std::uint32_t* list) {
  const std::size_t first = chunk * cut.chunk_entries;
  const std::size_t last = std::min(first + cut.chunk_entries, cut.entries->size());
  return cut_list(cut.entries->words.data(), cut.shapes.data(), static_cast<std::uint32_t>(first),
                  static_cast<std::uint32_t>(last), cut.bounds.data(),
                  static_cast<std::uint32_t>(cut.tiles), static_cast<std::uint32_t>(tile), list);
}

}  // namespace

template <class Real>
std::vector<Real> tile_bounds(std::span<const Real> data, std::size_t dimensions,
                              std::span<const std::uint32_t> order, std::size_t tile_points) {
  const std::size_t tiles = order.size() / tile_points;
  std::vector<Real> bounds(2 * dimensions * tiles);
  const auto count = static_cast<std::ptrdiff_t>(tiles);
#pragma omp parallel for
  for (std::ptrdiff_t t = 0; t < count; ++t) {
    const auto tile = static_cast<std::size_t>(t);
    for (std::size_t k = 0; k < dimensions; ++k) {
      Real lower = 2;
      Real upper = -1;
      for (const std::uint32_t point : order.subspan(tile * tile_points, tile_points)) {
        if (point == no_point) continue;
        lower = std::min(lower, data[point * dimensions + k]);
        upper = std::max(upper, data[point * dimensions + k]);
      }
      bounds[2 * k * tiles + tile] = lower;
      bounds[(2 * k + 1) * tiles + tile] = upper;
    }
  }
  return bounds;
}

template <class Real>
ListCut<Real>::ListCut(const SupportEntries& grid, std::size_t entries_of_chunk,
                       std::vector<Real> tile_boxes, std::size_t tile_count)
    : entries(&grid),
      chunk_entries(entries_of_chunk),
      shapes(grid.shapes<Real>()),
      bounds(std::move(tile_boxes)),
      tiles(tile_count) {}

template <class Real>
std::vector<std::uint32_t> count_entries(const ListCut<Real>& cut) {
  std::vector<std::uint32_t> counts(cut.chunks() * cut.tiles);
  for_each_part(cut, [&](std::size_t chunk, std::size_t tile) {
    counts[chunk * cut.tiles + tile] = cut_part(cut, chunk, tile, nullptr);
  });
  return counts;
}

template <class Real>
void list_entries(const ListCut<Real>& cut, std::span<const std::uint32_t> starts,
                  std::span<std::uint32_t> list) {
  for_each_part(cut, [&](std::size_t chunk, std::size_t tile) {
    cut_part(cut, chunk, tile, list.data() + starts[chunk * cut.tiles + tile]);
  });
}

template struct ListCut<float>;
template struct ListCut<double>;
template std::vector<float> tile_bounds(std::span<const float>, std::size_t,
                                        std::span<const std::uint32_t>, std::size_t);
template std::vector<double> tile_bounds(std::span<const double>, std::size_t,
                                         std::span<const std::uint32_t>, std::size_t);
template std::vector<std::uint32_t> count_entries(const ListCut<float>&);
template std::vector<std::uint32_t> count_entries(const ListCut<double>&);
template void list_entries(const ListCut<float>&, std::span<const std::uint32_t>,
                           std::span<std::uint32_t>);
template void list_entries(const ListCut<double>&, std::span<const std::uint32_t>,
                           std::span<std::uint32_t>);

}  // namespace sparse_grid
