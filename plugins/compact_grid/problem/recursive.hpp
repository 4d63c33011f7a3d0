// The recursive Algorithms 1 and 2 of the paper on a map from coordinates to numbers, in extended
// precision: the reference that variants are verified against. It does not use gp2idx.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "compact_grid/library/grid.hpp"
#include "compact_grid/problem/factors.hpp"

namespace compact_grid {

class RecursiveGrid {
 public:
  // `values` [grid.points()] in the grid's order; borrows the grid.
  RecursiveGrid(const Grid& grid, std::span<const double> values);

  // Turns nodal values into hierarchical coefficients.
  void hierarchize();
  // All numbers in the grid's order.
  [[nodiscard]] std::vector<double> values() const;
  // The sum of coefficients times basis functions at x [dimensions] in [0, 1].
  [[nodiscard]] Sum evaluate(std::span<const double> x) const;

 private:
  // Coordinates in units of 2^-levels.
  using Key = std::vector<std::uint32_t>;
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  struct Pole;
  struct Descent;
  [[nodiscard]] Key key_of(const std::vector<uint>& level, const std::vector<uint>& index) const;
  void hierarchize_1d(Pole& pole, std::uint32_t at, uint level, long double left,
                      long double right);
  void descend(Descent& descent, uint dimension, uint levels, long double product,
               long double slack) const;

  const Grid& grid_;
  std::unordered_map<Key, long double, Hash> map_;
};

}  // namespace compact_grid
