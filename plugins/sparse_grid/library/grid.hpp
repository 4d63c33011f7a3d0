// Spatially adaptive sparse grids without boundary points (Luz 2017, sections 2.1 to 2.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sparse_grid {

// Points are numbered in the order of their insertion.
using PointNumber = std::uint32_t;

// Indices are odd 32-bit numbers below 2^level, and a child's index must fit as well.
inline constexpr std::uint32_t max_level = 31;
inline constexpr std::size_t max_dimensions = 64;

enum class Side : std::uint32_t { left = 0, right = 1 };

// Index of the parent (one level up) and of a child (one level down) in one dimension.
constexpr std::uint32_t parent_index(std::uint32_t index) { return (index >> 1) | 1U; }
constexpr std::uint32_t child_index(std::uint32_t index, Side side) {
  return side == Side::left ? 2 * index - 1 : 2 * index + 1;
}

// A set of points (level vector, index vector) that contains all hierarchical ancestors of each of
// its points: for every dimension k with level_k > 1 also the point whose k-th coordinate is the
// parent's. Ancestors have smaller numbers than their descendants, so that point 0 is the root.
class Grid {
 public:
  // Makes an empty grid. Throws sdk::Error (ASSAY_INVALID) unless 1 <= dimensions <=
  // max_dimensions.
  explicit Grid(std::size_t dimensions);

  // The grid of all points with |level|_1 <= level + dimensions - 1 (equation 2.4), for 1 <= level
  // <= max_level.
  static Grid regular(std::size_t dimensions, std::uint32_t level);

  // The regular grid of `level` plus a random choice of the points that the next level would add,
  // with exactly `points` points. Equal arguments give equal grids. Throws sdk::Error
  // (ASSAY_INVALID) for a number of points below that of `level` or above that of the next level.
  static Grid filled(std::size_t dimensions, std::uint32_t level, std::size_t points,
                     std::uint64_t seed);

  // The grid of the points given as flat arrays [n * dimensions], whose positions become their
  // numbers. Throws sdk::Error (ASSAY_INVALID), naming the point, if a point is invalid, occurs
  // twice, or has an ancestor that comes later or is missing.
  static Grid from_points(std::size_t dimensions, std::span<const std::uint32_t> levels,
                          std::span<const std::uint32_t> indices);

  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }
  [[nodiscard]] std::size_t size() const { return points_; }
  // Flat arrays [size() * dimensions()], point after point.
  [[nodiscard]] std::span<const std::uint32_t> levels() const { return levels_; }
  [[nodiscard]] std::span<const std::uint32_t> indices() const { return indices_; }
  // One point's vectors [dimensions()]; invalidated by insert.
  [[nodiscard]] std::span<const std::uint32_t> level(PointNumber point) const {
    return levels().subspan(point * dimensions_, dimensions_);
  }
  [[nodiscard]] std::span<const std::uint32_t> index(PointNumber point) const {
    return indices().subspan(point * dimensions_, dimensions_);
  }

  // The number of a point, or nothing; expected O(dimensions()).
  [[nodiscard]] std::optional<PointNumber> find(std::span<const std::uint32_t> level,
                                                std::span<const std::uint32_t> index) const;

  // The child of a point in one dimension, or nothing.
  [[nodiscard]] std::optional<PointNumber> child(PointNumber point, std::size_t dimension,
                                                 Side side) const;

  // Adds a point after its missing ancestors and returns its number; existing points stay
  // unchanged. Throws sdk::Error (ASSAY_INVALID) for an invalid level or index.
  PointNumber insert(std::span<const std::uint32_t> level, std::span<const std::uint32_t> index);

 private:
  void require_valid(std::span<const std::uint32_t> level,
                     std::span<const std::uint32_t> index) const;
  PointNumber insert_completed(std::vector<std::uint32_t>& level,
                               std::vector<std::uint32_t>& index);
  PointNumber append(std::span<const std::uint32_t> level, std::span<const std::uint32_t> index);
  [[nodiscard]] std::size_t slot_of(std::span<const std::uint32_t> level,
                                    std::span<const std::uint32_t> index) const;
  void grow_slots();

  std::size_t dimensions_;
  std::size_t points_ = 0;
  std::vector<std::uint32_t> levels_;
  std::vector<std::uint32_t> indices_;
  // Open addressing with linear probing; a power of two of slots, at most half of them taken.
  std::vector<PointNumber> slots_;
};

}  // namespace sparse_grid
