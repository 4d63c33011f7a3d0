// The built-in functions: real parts of products of one-dimensional complex factors, so that their
// hierarchical coefficients are products as well, and the interpolant has a closed form.
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compact_grid/library/grid.hpp"

namespace compact_grid {

using Complex = std::complex<long double>;

class Function {
 public:
  // See the argument "function"; if the grid has no boundary, the function is 0 there. Throws
  // sdk::Error (ASSAY_INVALID) for an unknown name.
  Function(const std::string& name, const Grid& grid, std::uint64_t seed);

  // Whether the function has values off the grid.
  [[nodiscard]] bool is_known_everywhere() const { return name_ != "random"; }
  // f(x) for x [dimensions]; requires is_known_everywhere().
  [[nodiscard]] double value(std::span<const double> x) const;
  // The factors of one dimension at all coordinates of the grid, in the order of coordinate_entry.
  [[nodiscard]] std::vector<Complex> nodal_factors(uint dimension) const;

 private:
  [[nodiscard]] Complex factor(uint dimension, long double x) const;

  std::string name_;
  uint dimensions_;
  uint levels_;
  bool vanishes_;
  std::uint64_t seed_;
  std::vector<long double> frequencies_;
};

// The place of a coordinate among all of one dimension: the two sides, then level by level.
inline std::size_t coordinate_entry(uint level, uint index) {
  if (level == ON_BOUNDARY) return index;
  return (std::size_t{1} << level) + 1 + (index >> 1);
}
// The number of coordinates of one dimension, up to the grid's levels.
inline std::size_t coordinate_entries(uint levels) { return (std::size_t{1} << levels) + 1; }

}  // namespace compact_grid
