#include "compact_grid/problem/full_array.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cmath>

#include "compact_grid/problem/layout.hpp"
#include "tables/npy_array.hpp"

namespace compact_grid {
namespace {

// The grid that the shape would fit, as a hint for the error message; "" if there is none.
std::string advice(const std::vector<std::size_t>& shape) {
  for (const std::size_t extent : shape) {
    if (extent != shape[0]) return "";
  }
  const auto dimensions = shape.size();
  const std::size_t extent = shape[0];
  if (extent > 2 && std::has_single_bit(extent - 1)) {
    return fmt::format("; it fits dimensions = {}, levels = {}, boundary = true", dimensions,
                       std::countr_zero(extent - 1));
  }
  if (std::has_single_bit(extent + 1)) {
    return fmt::format("; it fits dimensions = {}, levels = {}, boundary = false", dimensions,
                       std::countr_zero(extent + 1));
  }
  return "";
}

void require_shape(const tables::NpyArray& array, const Grid& grid) {
  const std::size_t cells = std::size_t{1} << grid.levels();
  const std::size_t extent = grid.has_boundary() ? cells + 1 : cells - 1;
  if (array.shape() == std::vector<std::size_t>(grid.dimensions(), extent)) return;
  array.fail(
      fmt::format("the shape is ({}), but {} levels {} boundary in {} dimensions need 2^{} {} 1 = "
                  "{} numbers in each of as many dimensions{}",
                  fmt::join(array.shape(), ", "), grid.levels(),
                  grid.has_boundary() ? "with" : "without", grid.dimensions(), grid.levels(),
                  grid.has_boundary() ? '+' : '-', extent, advice(array.shape())));
}

}  // namespace

std::vector<double> sample_array(const std::string& path, const Grid& grid) {
  const tables::NpyArray array(path);
  require_shape(array, grid);
  const std::size_t extent = array.shape()[0];
  const uint d = grid.dimensions();
  std::vector<double> values;
  values.reserve(grid.points());
  std::vector<std::size_t> at(d);
  for_each_point(grid, [&](const GridPoint& point) {
    for (uint t = 0; t < d; ++t) {
      const std::size_t coordinate = std::size_t{point.index[t]}
                                     << (grid.levels() - (point.level[t] + 1));
      at[t] = grid.has_boundary() ? coordinate : coordinate - 1;
    }
    std::size_t element = 0;
    for (uint k = 0; k < d; ++k) {
      element = element * extent + at[array.is_fortran_order() ? d - 1 - k : k];
    }
    const double value = array.value(element);
    if (!std::isfinite(value)) {
      array.fail(fmt::format("the element at ({}) is {}", fmt::join(at, ", "), value));
    }
    values.push_back(value);
  });
  return values;
}

}  // namespace compact_grid
