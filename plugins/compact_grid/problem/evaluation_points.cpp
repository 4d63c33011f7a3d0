#include "compact_grid/problem/evaluation_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "compact_grid/library/tensors.hpp"
#include "compact_grid/problem/random.hpp"
#include "tables/table.hpp"

namespace compact_grid {
namespace {

using assay::sdk::Error;

std::vector<double> uniform_points(std::size_t count, uint dimensions, Random& random) {
  std::vector<double> points(count * dimensions);
  for (double& x : points) x = random.uniform();
  return points;
}

// Points around eight centres, each coordinate offset by a sum of three uniform numbers; points
// outside the cube are moved to its boundary.
std::vector<double> clustered_points(std::size_t count, uint dimensions, Random& random) {
  constexpr std::size_t clusters = 8;
  const auto centres = uniform_points(clusters, dimensions, random);
  std::vector<double> points;
  points.reserve(count * dimensions);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t cluster = random.below(clusters);
    for (uint t = 0; t < dimensions; ++t) {
      const double offset = random.uniform() + random.uniform() + random.uniform() - 1.5;
      points.push_back(std::clamp(centres[cluster * dimensions + t] + 0.05 * offset, 0.0, 1.0));
    }
  }
  return points;
}

std::vector<double> grid_points(std::size_t count, const Grid& grid, Random& random) {
  std::vector<double> points;
  points.reserve(count * grid.dimensions());
  std::array<uint, most_dimensions> level{};
  std::array<uint, most_dimensions> index{};
  for (std::size_t k = 0; k < count; ++k) {
    grid.point(random.below(grid.points()), level.data(), index.data());
    for (uint t = 0; t < grid.dimensions(); ++t) {
      points.push_back(std::ldexp(index[t], -static_cast<int>(level[t] + 1)));
    }
  }
  return points;
}

std::vector<double> slice_points(std::size_t count, uint dimensions, Random& random) {
  const auto width = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(count))));
  if (dimensions < 2) throw Error(ASSAY_INVALID, "a slice needs 2 dimensions or more");
  if (width * width != count) {
    throw Error(
        ASSAY_INVALID,
        fmt::format("points = {} is not a square number of pixels: a slice of {} x {} has {}",
                    count, width, width, width * width));
  }
  auto fixed = uniform_points(1, dimensions, random);
  std::vector<double> points;
  points.reserve(count * dimensions);
  for (std::size_t pixel = 0; pixel < count; ++pixel) {
    const auto centre = [&](std::size_t k) {
      return (static_cast<double>(k) + 0.5) / static_cast<double>(width);
    };
    fixed[0] = centre(pixel % width);
    fixed[1] = centre(pixel / width);
    points.insert(points.end(), fixed.begin(), fixed.end());
  }
  return points;
}

std::vector<double> read_points(const std::string& path, uint dimensions) {
  const auto table = tables::open_table(path);
  if (table->columns().size() != dimensions) {
    throw Error(
        ASSAY_DATA_ERROR,
        fmt::format(
            "{}:1:1: points of a grid of {} dimensions need as many columns, but the table has {}",
            path, dimensions, table->columns().size()));
  }
  std::vector<double> points;
  while (table->next()) {
    for (uint t = 0; t < dimensions; ++t) points.push_back(table->number(t));
  }
  if (points.empty()) throw Error(ASSAY_DATA_ERROR, path + ":1:1: the table has no rows");
  require_inside(std::span<const double>(points), dimensions);
  return points;
}

}  // namespace

std::vector<double> make_points(const assay::sdk::Host& host, const GridArguments& grid,
                                const PointArguments& arguments) {
  const uint dimensions = grid.grid.dimensions();
  if (!arguments.file.empty()) return read_points(host.resolve_path(arguments.file), dimensions);
  Random random(grid.seed, 2);
  if (arguments.distribution == "clustered") {
    return clustered_points(arguments.count, dimensions, random);
  }
  if (arguments.distribution == "grid-points") {
    return grid_points(arguments.count, grid.grid, random);
  }
  if (arguments.distribution == "slice") return slice_points(arguments.count, dimensions, random);
  return uniform_points(arguments.count, dimensions, random);
}

}  // namespace compact_grid
