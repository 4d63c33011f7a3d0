#include "compact_grid/library/grid.hpp"

#include <fmt/format.h>

#include "assay/plugin.hpp"

namespace compact_grid {
namespace {

using assay::sdk::Error;

constexpr std::uint64_t most_points = std::uint64_t{1} << 60;

// C(n, k), rounded, because it may exceed any integer type.
long double binomial(uint n, uint k) {
  long double value = 1;
  for (uint i = 1; i <= k; ++i) value = value * static_cast<long double>(n - k + i) / i;
  return value;
}

// The number of points without boundary: the sum over s < levels of 2^s C(dimensions - 1 + s, s).
long double count_interior(uint dimensions, uint levels) {
  if (dimensions == 0) return 1;
  long double points = 0;
  long double cell = 1;
  for (uint s = 0; s < levels; ++s, cell *= 2) points += cell * binomial(dimensions - 1 + s, s);
  return points;
}

long double count_points(uint dimensions, uint levels, bool has_boundary) {
  long double points = 0;
  long double sides = 1;
  for (uint j = 0; j <= (has_boundary ? dimensions : 0); ++j, sides *= 2) {
    points += sides * binomial(dimensions, j) * count_interior(dimensions - j, levels);
  }
  return points;
}

std::string name_of(const Grid& grid) {
  return fmt::format("a grid of {} dimensions and {} levels {} boundary", grid.dimensions(),
                     grid.levels(), grid.has_boundary() ? "with" : "without");
}

void require_range(const char* name, uint value, uint most) {
  if (value >= 1 && value <= most) return;
  throw Error(ASSAY_INVALID, fmt::format("{} = {} lies outside 1 to {}", name, value, most));
}

}  // namespace

Grid::Grid(uint dimensions, uint levels, bool has_boundary)
    : dimensions_(dimensions), levels_(levels), has_boundary_(has_boundary) {
  require_range("dimensions", dimensions, most_dimensions);
  require_range("levels", levels, most_levels);
  const long double points = count_points(dimensions, levels, has_boundary);
  if (points > static_cast<long double>(most_points)) {
    throw Error(
        ASSAY_INVALID,
        fmt::format("{} has about {:.3g} points, {:.3g} bytes in double precision, but at most "
                    "2^60 can be counted: reduce levels or dimensions",
                    name_of(*this), static_cast<double>(points), 8 * static_cast<double>(points)));
  }
  count_below();
  fill_choose();
  count_faces();
}

void Grid::count_below() {
  const std::size_t row = levels_ + 1;
  vectors_below_.assign((dimensions_ + 1) * row, 0);
  points_below_.assign((dimensions_ + 1) * row, 0);
  for (std::size_t k = 0; k <= dimensions_; ++k) {
    for (std::size_t s = 1; s <= levels_; ++s) {
      // Vectors below s: either the last component is 0, or reducing it by one leaves a vector
      // below s - 1.
      const grid_index without = k == 0 ? 1 : vectors_below_[(k - 1) * row + s];
      const grid_index with = k == 0 ? 0 : vectors_below_[k * row + s - 1];
      vectors_below_[k * row + s] = without + with;
      const grid_index vectors = vectors_below_[k * row + s] - vectors_below_[k * row + s - 1];
      points_below_[k * row + s] = points_below_[k * row + s - 1] + (vectors << (s - 1));
    }
  }
}

void Grid::fill_choose() {
  const std::size_t row = dimensions_ + 1;
  choose_.assign(row * row, 0);
  for (std::size_t c = 0; c < row; ++c) {
    choose_[c * row] = 1;
    for (std::size_t k = 1; k <= c; ++k) {
      choose_[c * row + k] = choose_[(c - 1) * row + k - 1] + choose_[(c - 1) * row + k];
    }
  }
}

void Grid::count_faces() {
  const std::size_t d = dimensions_;
  const std::size_t row = levels_ + 1;
  group_.assign(d + 2, interior_points(dimensions_));
  group_[0] = 0;
  subspaces_ = vectors_below_[d * row + levels_];
  for (uint j = 1; j <= dimensions_ && has_boundary_; ++j) {
    const grid_index faces = choose_[d * (d + 1) + j] << j;
    group_[j + 1] = group_[j] + faces * interior_points(dimensions_ - j);
    subspaces_ += faces * vectors_below_[(d - j) * row + levels_];
  }
  points_ = group_[has_boundary_ ? d + 1 : 1];
}

void Grid::require_index_bits(uint bits) const {
  if (bits >= 64 || points_ <= std::uint64_t{1} << bits) return;
  throw Error(ASSAY_UNSUPPORTED,
              fmt::format("{} has {} points, more than positions of {} bits can number",
                          name_of(*this), points_, bits));
}

std::uint64_t Grid::table_bytes() const {
  const std::size_t entries =
      vectors_below_.size() + points_below_.size() + choose_.size() + group_.size();
  return entries * sizeof(grid_index);
}

}  // namespace compact_grid
