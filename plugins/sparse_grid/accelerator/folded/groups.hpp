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

// The data points, and how they are cut.
template <class Real>
struct Points {
  const OrderedData<Real>& data;
  const LevelOne<Real>& level_one;
  const Boxes<Real>& tiles;
  const std::vector<std::uint32_t>& tile_ranges;  // [tiles][2] as Tiles has them
  std::size_t of_group;                           // at most
  const Portions& portions;

  [[nodiscard]] std::size_t dimensions() const { return data.columns.size() / data.stride; }
};

// Groups of data points, each of a single tile, portion by portion; in each those of the tiles with
// most places first.
template <class Real>
class Groups {
 public:
  using Reals = assay::sdk::Buffer<Real>;

  // tile_places: [tiles][2] the first place of a tile's products and how many.
  Groups(const Device& device, const Points<Real>& points,
         const std::vector<std::uint32_t>& tile_places);

  // Compiles the program.
  static void compile(const Device& device, bool is_double, std::size_t dimensions);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] const Portions& portions() const { return portions_; }
  // Where the groups of each portion begin, and how many there are: [portions + 1].
  [[nodiscard]] const std::vector<std::size_t>& portion_starts() const { return portion_starts_; }
  // What all groups leave for B v: each as many as its tile has places.
  [[nodiscard]] std::size_t moments() const { return moment_count_; }
  // [tiles][2] where those of a tile's groups begin, and how many groups it has.
  [[nodiscard]] const std::vector<std::uint32_t>& tile_moments() const { return tile_moments_; }
  // [groups][4] groups.kernel
  [[nodiscard]] const std::vector<std::uint32_t>& table() const { return table_; }

  // groups.kernel
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
