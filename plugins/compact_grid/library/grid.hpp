// A regular sparse grid: its numbers of points and subspaces, and the tables that positions are
// computed from. See kernels/compact_grid/index.h for levels, order and boundary.
#pragma once

#include <cstdint>
#include <vector>

#include "compact_grid/library/index.hpp"

namespace compact_grid {

// A set of dimensions is a word of 32 bits. With more dimensions a grid with boundary has at least
// 3^33 points, which fit into no memory, and one without boundary has its points at the centre.
constexpr uint most_dimensions = 32;
// The odd indices of the highest level, n - 1, are below 2^n and fit into 32 bits, as does the even
// number after each.
constexpr uint most_levels = 31;

// A part of a grid with boundary in which the same coordinates are fixed: in the other coordinates
// it is a grid without boundary. The interior is the face without fixed coordinates.
struct Face {
  uint fixed = 0;       // bit t: coordinate t is 0 or 1
  uint sides = 0;       // bit t: coordinate t is 1
  uint dimensions = 0;  // number of dimensions that are not fixed
  grid_index first = 0;
};

class Grid {
 public:
  // Makes the grid of all level vectors whose components add up to less than `levels`, with or
  // without boundary. Throws sdk::Error (ASSAY_INVALID), before anything is allocated, for a shape
  // out of range or more than 2^60 points; up to that number, sums of bytes fit into 64 bits.
  Grid(uint dimensions, uint levels, bool has_boundary);

  [[nodiscard]] uint dimensions() const { return dimensions_; }
  [[nodiscard]] uint levels() const { return levels_; }
  [[nodiscard]] bool has_boundary() const { return has_boundary_; }
  [[nodiscard]] std::uint64_t points() const { return points_; }
  // The number of level vectors, with boundary those of all faces. As many basis functions are not
  // zero at a point that lies on no cell's border.
  [[nodiscard]] std::uint64_t subspaces() const { return subspaces_; }
  // The number of points without boundary of the grid of the same levels in `dimensions`
  // dimensions, 0 to dimensions().
  [[nodiscard]] std::uint64_t interior_points(uint dimensions) const {
    return points_of(tables(), dimensions);
  }
  // Throws sdk::Error (ASSAY_UNSUPPORTED) unless positions fit into `bits` bits, 32 or 64.
  void require_index_bits(uint bits) const;

  // Borrows the grid's memory.
  [[nodiscard]] grid_tables tables() const {
    return {dimensions_,          levels_,        vectors_below_.data(),
            points_below_.data(), choose_.data(), group_.data()};
  }
  [[nodiscard]] std::uint64_t table_bytes() const;

  // The position of a point, see index.h, whether the grid has a boundary or not.
  [[nodiscard]] std::uint64_t position(const uint* level, const uint* index) const {
    return has_boundary_ ? boundary_gp2idx(tables(), level, index)
                         : gp2idx(tables(), 0, level, index);
  }

  // The inverse of position: writes [dimensions()] levels and indices.
  void point(std::uint64_t position, uint* level, uint* index) const {
    if (has_boundary_) {
      boundary_idx2gp(tables(), position, level, index);
    } else {
      idx2gp(tables(), 0, position, level, index);
    }
  }

 private:
  void count_below();
  void fill_choose();
  void count_faces();

  uint dimensions_;
  uint levels_;
  bool has_boundary_;
  std::uint64_t points_ = 0;
  std::uint64_t subspaces_ = 0;
  std::vector<grid_index> vectors_below_;
  std::vector<grid_index> points_below_;
  std::vector<grid_index> choose_;
  std::vector<grid_index> group_;
};

// Calls visit(const Face&) for the interior and, where the grid has a boundary, all other faces, in
// the order of their points.
template <class Visit>
void for_each_face(const Grid& grid, const Visit& visit) {
  const uint d = grid.dimensions();
  const std::uint64_t sets = std::uint64_t{1} << d;
  std::uint64_t first = 0;
  for (uint count = 0; count <= (grid.has_boundary() ? d : 0); ++count) {
    // All sets of `count` dimensions by increasing number: the next one is found by Gosper's hack
    // (Beeler, Gosper, Schroeppel 1972, HAKMEM, item 175).
    std::uint64_t set = (std::uint64_t{1} << count) - 1;
    while (set < sets) {
      for (std::uint64_t sides = 0;; sides = (sides - set) & set) {
        visit(Face{static_cast<uint>(set), static_cast<uint>(sides), d - count, first});
        first += grid.interior_points(d - count);
        if (sides == set) break;
      }
      if (set == 0) break;
      const std::uint64_t lowest = set & (~set + 1);
      const std::uint64_t carried = set + lowest;
      set = carried | (((set ^ carried) / lowest) >> 2);
    }
  }
}

// The order of hierarchization: calls visit(uint dimension, const Face&) for each dimension and
// each face that is not fixed in it.
template <class Visit>
void for_each_pass(const Grid& grid, const Visit& visit) {
  for (uint t = 0; t < grid.dimensions(); ++t) {
    for_each_face(grid, [&](const Face& face) {
      if ((face.fixed >> t & 1) == 0) visit(t, face);
    });
  }
}

}  // namespace compact_grid
