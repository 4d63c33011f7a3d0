// The matrix B of the regression problem by data points, for preparing instances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sparse_grid/library/grid.hpp"

namespace sparse_grid {

// The non-zero phi_i(x_m) of one data point: point numbers and values as parallel arrays.
struct BasisRow {
  std::vector<PointNumber> points;
  std::vector<double> values;
};

// Finds the basis functions that are not zero at a point. The parent of a grid point other than the
// root is one level coarser in the point's last refined dimension. In the resulting tree a descent
// towards x meets exactly the functions sought, each at the cost of one multiplication.
class BasisTree {
 public:
  explicit BasisTree(const Grid& grid);

  // Memory that is reused by consecutive evaluations, so that they allocate nothing.
  struct Scratch {
    std::vector<double> ratio;        // [slot]: hat of the slot's level over that one level coarser
    std::vector<std::uint32_t> side;  // [slot]: the half of the parent's support that contains x
  };
  // Replaces `row` by the non-zero basis functions at x [dimensions], root first.
  void evaluate(std::span<const double> x, Scratch& scratch, BasisRow& row) const;

 private:
  // The children of one point in one dimension. A slot numbers the pairs (dimension, child level).
  struct Branch {
    std::uint32_t slot;
    PointNumber child[2];  // by Side
  };
  double fill(std::span<const double> x, Scratch& scratch) const;

  std::size_t size_;
  std::vector<std::uint32_t> deepest_;     // [dimensions]: the deepest level
  std::vector<std::uint32_t> first_slot_;  // [dimensions + 1]
  std::vector<Branch> branches_;
  std::vector<std::size_t> first_branch_;  // [points + 1]
};

// B and its products. Rows are kept in memory if they fit, otherwise computed again for each
// product. Sums run over a fixed partition of the data, so that results do not depend on the number
// of threads.
class BasisRows {
 public:
  // `data` [m * dimensions] must be in [0, 1] and outlive the object. `memory_limit`, in bytes,
  // bounds the rows that are kept; by default it is a quarter of the machine's memory.
  BasisRows(const Grid& grid, std::span<const double> data,
            std::optional<std::size_t> memory_limit = std::nullopt);

  [[nodiscard]] std::size_t points() const { return points_; }
  [[nodiscard]] std::size_t data_points() const { return data_.size() / dimensions_; }
  [[nodiscard]] bool kept() const { return !kept_.empty(); }

  // B v, for v [data_points()].
  [[nodiscard]] std::vector<double> times(std::span<const double> v) const;
  // B B^T alpha, for alpha [points()].
  [[nodiscard]] std::vector<double> gram_times(std::span<const double> alpha) const;

 private:
  struct KeptRows {
    std::vector<PointNumber> points;
    std::vector<double> values;
    std::vector<std::size_t> row_end;
  };
  [[nodiscard]] double estimated_entries() const;
  void keep_rows();
  template <class Use>
  void for_each_row(std::size_t chunk, const Use& use) const;
  template <class Weight>
  std::vector<double> accumulate(const Weight& weight) const;

  BasisTree tree_;
  std::span<const double> data_;
  std::size_t dimensions_;
  std::size_t points_;
  std::size_t chunks_;
  std::vector<KeptRows> kept_;  // one for each chunk, or none
};

}  // namespace sparse_grid
