// Groups of data points that share the basis of their tile:
// kernels/sparse_grid/folded/groups.kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/folded/portions.hpp"
#include "sparse_grid/accelerator/folded/program.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"
#include "sparse_grid/accelerator/support_lists.hpp"

namespace sparse_grid::accelerator::folded {

// The data points and their division into tiles, groups and portions.
template <class Real>
struct Points {
  const OrderedData<Real>& data;
  const LevelOne<Real>& level_one;
  const Boxes<Real>& tiles;
  const std::vector<std::uint32_t>& tile_ranges;  // [tiles][2], see Tiles
  std::size_t of_group;                           // greatest number in a group
  const Portions& portions;

  [[nodiscard]] std::size_t dimensions() const { return data.columns.size() / data.stride; }
};

// Groups of data points, each within a single tile, portion by portion. Within a portion the tiles
// with most places come first.
template <class Real>
class Groups {
 public:
  using Reals = assay::sdk::Buffer<Real>;

  // `tile_places` [tiles][2] holds the first place of a tile's products and the number of places.
  Groups(const Device& device, const Points<Real>& points,
         const std::vector<std::uint32_t>& tile_places);

  // Compiles the program.
  static void compile(const Device& device, bool is_double, std::size_t dimensions);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] const Portions& portions() const { return portions_; }
  // The first group of each portion, and the number of groups at the end: [portions + 1].
  [[nodiscard]] const std::vector<std::size_t>& portion_starts() const { return portion_starts_; }
  // The number of moments that all groups store for B v: each group stores one for each of its
  // tile's places.
  [[nodiscard]] std::size_t moments() const { return moment_count_; }
  // [tiles][2]: where the moments of a tile's groups begin, and the number of its groups.
  [[nodiscard]] const std::vector<std::uint32_t>& tile_moments() const { return tile_moments_; }
  // [groups][4], see groups.kernel.
  [[nodiscard]] const std::vector<std::uint32_t>& table() const { return table_; }

  // See groups.kernel.
  Reals coordinates;
  Words places;
  Reals common;
  Words groups;
  Reals spans;

 private:
  void cut(const Points<Real>& points, const std::vector<std::uint32_t>& tile_places,
           const std::vector<std::uint32_t>& tile_ends);

  Portions portions_;
  std::vector<std::size_t> portion_starts_;
  std::size_t count_ = 0;
  std::size_t moment_count_ = 0;
  std::vector<std::uint32_t> tile_moments_;
  std::vector<std::uint32_t> table_;
};

}  // namespace sparse_grid::accelerator::folded
