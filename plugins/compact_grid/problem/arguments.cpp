#include "compact_grid/problem/arguments.hpp"

#include <fmt/format.h>

namespace compact_grid {
namespace {

using assay::sdk::Bindings;
using assay::sdk::Error;

std::uint64_t between(const Bindings& bound, const char* name, std::int64_t low,
                      std::int64_t high) {
  const std::int64_t value = bound.integer(name);
  if (value < low || value > high) {
    throw Error(ASSAY_INVALID,
                fmt::format("{} = {} lies outside {} to {}", name, value, low, high));
  }
  return static_cast<std::uint64_t>(value);
}

Grid grid_of_arguments(const Bindings& bound) {
  return {static_cast<uint>(between(bound, "dimensions", 1, most_dimensions)),
          static_cast<uint>(between(bound, "levels", 1, most_levels)), bound.boolean("boundary")};
}

}  // namespace

GridArguments::GridArguments(const Bindings& bound)
    : grid(grid_of_arguments(bound)),
      is_float(bound.text("precision") == "float"),
      function(bound.text("function")),
      array(bound.text("array")),
      seed(between(bound, "seed", 0, INT64_MAX)) {}

PointArguments::PointArguments(const Bindings& bound)
    : count(between(bound, "points", 1, std::int64_t{1} << 40)),
      distribution(bound.text("distribution")),
      file(bound.text("points_file")) {}

std::vector<assay::sdk::Argument> grid_arguments() {
  return {
      {"dimensions", "dimensions of the grid, 1 to 32", 5, {}, assay::sdk::between(1, 6)},
      {"levels",
       "levels n of the grid, 1 to 31: it has the level vectors whose components, counted from 0, "
       "add up to less than n",
       6,
       {},
       assay::sdk::between(1, 6)},
      {"boundary",
       "whether the grid has points on the boundary; without them functions are 0 there",
       false,
       {false, true}},
      {"precision", "type of all numbers", "double", {"float", "double"}},
      {"function",
       "function on the grid: parabola, the product of 4 x (1 - x); sine, of sin(pi x); gauss, a "
       "bump exp(-4 |x - 0.4|^2); oscillatory, cos(a + b x) with b drawn from the seed and its "
       "components adding up to 9 (Genz 1984); without boundary these two are multiplied by the "
       "parabola; random: products of numbers drawn for each coordinate, defined only on the grid, "
       "with coefficients of the same size on all levels",
       "oscillatory",
       {"parabola", "sine", "gauss", "oscillatory", "random"}},
      {"array",
       "values of a full grid to sample instead of the function: a .npy file (also .gz) with as "
       "many dimensions as the grid and, in each, 2^levels + 1 numbers with boundary, 2^levels - 1 "
       "without",
       ""},
      {"seed", "seed of everything random", 1, {}, assay::sdk::any_seed()},
  };
}

std::vector<assay::sdk::Argument> point_arguments() {
  return {
      {"points",
       "number of points at which the function is evaluated; for a slice, a square number of "
       "pixels",
       10000,
       {},
       assay::sdk::between(1, 5000)},
      {"distribution",
       "distribution of the points: uniform; clustered, around eight centres; grid-points, drawn "
       "from those of the grid; slice, the pixels of a square across dimensions 0 and 1, row by "
       "row, with the other coordinates drawn once",
       "uniform",
       {"uniform", "clustered", "grid-points", "slice"}},
      {"points_file", "a table of points to use instead, one a row: .npy or text", ""},
  };
}

}  // namespace compact_grid
