// The subgrids of a grid and their statistics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/library/grid.hpp"

namespace sparse_grid {

// The points of a grid grouped by level vector. Subspaces come in lexicographic order of their
// levels, the points of a subspace in lexicographic order of their indices.
class Subspaces {
 public:
  explicit Subspaces(const Grid& grid);

  [[nodiscard]] std::size_t size() const { return first_.size() - 1; }
  // The level vector [dimensions] of subspace s.
  [[nodiscard]] std::span<const std::uint32_t> level(std::size_t s) const {
    return {levels_.data() + s * dimensions_, dimensions_};
  }
  // The numbers of the points of subspace s; never empty.
  [[nodiscard]] std::span<const PointNumber> points(std::size_t s) const {
    return {order_.data() + first_[s], first_[s + 1] - first_[s]};
  }
  // The number of points of the full subgrid: 2^(|level|_1 - dimensions). A double, because the
  // sizes of deep subgrids overflow every integer.
  [[nodiscard]] double full_points(std::size_t s) const;

 private:
  std::size_t dimensions_;
  std::vector<PointNumber> order_;     // all points, subspace after subspace
  std::vector<std::size_t> first_;     // [size() + 1]: where each subspace starts in order_
  std::vector<std::uint32_t> levels_;  // [size() * dimensions]
};

struct SubgridSize {
  double used = 0;
  double full = 0;
};

// The columns of Tables A.1 to A.9 (Luz 2017).
struct GridStatistics {
  double points = 0;
  double full_points = 0;  // if all subgrids were full
  double subgrids = 0;
  double average_utilisation = 0;   // mean over subgrids of used / full, in 0 .. 1
  double average_points = 0;        // per subgrid
  SubgridSize largest_by_used;      // of equal ones, the one with most full points
  SubgridSize largest_by_full;      // of equal ones, the one with most used points
  std::uint32_t deepest_level = 0;  // in any dimension
};

GridStatistics statistics(const Grid& grid);

}  // namespace sparse_grid
