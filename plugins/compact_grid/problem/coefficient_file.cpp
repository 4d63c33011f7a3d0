#include "compact_grid/problem/coefficient_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "tables/npy_array.hpp"

namespace compact_grid {

std::vector<double> read_coefficients(const std::string& path, const Grid& grid) {
  const tables::NpyArray array(path);
  if (array.shape() != std::vector<std::size_t>{grid.points()}) {
    array.fail(fmt::format(
        "the shape is ({}), but {} levels {} boundary in {} dimensions have {} coefficients in one "
        "array dimension: give the arguments of the grid that was compressed",
        fmt::join(array.shape(), ", "), grid.levels(), grid.has_boundary() ? "with" : "without",
        grid.dimensions(), grid.points()));
  }
  std::vector<double> coefficients(grid.points());
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    coefficients[k] = array.value(k);
    if (!std::isfinite(coefficients[k])) {
      array.fail(fmt::format("coefficient {} (counted from 0) is {}", k, coefficients[k]));
    }
  }
  return coefficients;
}

}  // namespace compact_grid
