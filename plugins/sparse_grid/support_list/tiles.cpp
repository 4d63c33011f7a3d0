#include "sparse_grid/support_list/tiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "assay/plugin.hpp"
#include "assay/sizes.hpp"
#include "sparse_grid/library/support_lists.hpp"

namespace sparse_grid::support_list {
namespace {

// Level-1 hats below this value count as 0, and so does everything divided by them: reciprocals
// must not overflow.
template <class T>
constexpr T smallest = std::numeric_limits<T>::min() * 4;

}  // namespace

template <class T>
TiledData<T>::TiledData(const SupportEntries& entries, std::span<const T> data,
                        std::size_t dimensions, const DataOrder& order, std::size_t tile_points,
                        double most_list_bytes)
    : tile_points_(tile_points), rows_(dimensions + 1), order_(sorted(data, dimensions, order)) {
  order_.resize(assay::sdk::rounded_up(order_.size(), tile_points), no_point);
  list(entries, data, dimensions, most_list_bytes);
  lay_out(data, dimensions);
}

template <class T>
Tile<T> TiledData<T>::tile(std::size_t number) const {
  return {coordinates_.data() + number * rows_ * tile_points_,
          reciprocals_.data() + number * rows_ * tile_points_,
          common_.data() + number * tile_points_,
          corners_.data() + number * rows_,
          entries_.data() + lists_[number],
          lists_[number + 1] - lists_[number]};
}

template <class T>
void TiledData<T>::list(const SupportEntries& entries, std::span<const T> data,
                        std::size_t dimensions, double most_list_bytes) {
  const std::size_t tiles = order_.size() / tile_points_;
  const ListCut<T> cut(entries, entries.size(), tile_bounds(data, dimensions, order_, tile_points_),
                       tiles);
  corners_.assign(tiles * rows_, 0);
  for (std::size_t k = 0; k < dimensions; ++k) {
    for (std::size_t t = 0; t < tiles; ++t) corners_[t * rows_ + k] = cut.bounds[2 * k * tiles + t];
  }
  const auto counts = count_entries(cut);
  const auto total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  const double most = std::min(most_list_bytes, 4.0 * std::numeric_limits<std::uint32_t>::max());
  if (4.0 * static_cast<double>(total) > most) {
    throw assay::sdk::Error(
        ASSAY_UNSUPPORTED,
        fmt::format("the lists need {} bytes, but only {:.0f} are allowed; larger tiles need fewer",
                    4 * total, most));
  }
  lists_.assign(tiles + 1, 0);
  std::partial_sum(counts.begin(), counts.end(), lists_.begin() + 1);
  entries_.resize(total);
  list_entries<T>(cut, lists_, entries_);
}

template <class T>
void TiledData<T>::lay_out(std::span<const T> data, std::size_t dimensions) {
  const std::size_t tiles = order_.size() / tile_points_;
  coordinates_.assign(tiles * rows_ * tile_points_, T(0.5));
  reciprocals_.assign(tiles * rows_ * tile_points_, T(1));
  common_.assign(tiles * tile_points_, T(1));
  for (std::size_t place = 0; place < order_.size(); ++place) {
    if (order_[place] == no_point) continue;
    const std::size_t first = place / tile_points_ * rows_ * tile_points_ + place % tile_points_;
    for (std::size_t k = 0; k < dimensions; ++k) {
      const T x = data[order_[place] * dimensions + k];
      const T hat = 2 * std::min(x, 1 - x);  // 1 - |2x - 1| has a large relative error at both ends
      coordinates_[first + k * tile_points_] = x;
      reciprocals_[first + k * tile_points_] = hat > smallest<T> ? 1 / hat : 0;
      common_[place] *= hat;
    }
  }
}

template class TiledData<float>;
template class TiledData<double>;

}  // namespace sparse_grid::support_list
