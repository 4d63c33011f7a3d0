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
      {"dimensions", "of the grid, 1 to 32", 5, {}, assay::sdk::between(1, 6)},
      {"levels",
       "n: level vectors whose components, counted from 0, add up to less; 1 to 31",
       6,
       {},
       assay::sdk::between(1, 6)},
      {"boundary",
       "points on the boundary as well; without them functions are 0 there",
       false,
       {false, true}},
      {"precision", "of all numbers", "double", {"float", "double"}},
      {"function",
       "what the grid holds: parabola, the product of 4 x (1 - x); sine, of sin(pi x); gauss, a "
       "bump "
       "exp(-4 |x - 0.4|^2); oscillatory, cos(a + b x) with b drawn from the seed and its "
       "components "
       "adding up to 9 (Genz 1984); these two times the parabola where there is no boundary; "
       "random: "
       "products of numbers drawn for each coordinate, known on the grid alone, whose coefficients "
       "are of one size on all levels",
       "oscillatory",
       {"parabola", "sine", "gauss", "oscillatory", "random"}},
      {"array",
       "a full grid's values, to be sampled in place of the function: a .npy file (also .gz) with "
       "as "
       "many dimensions, 2^levels + 1 numbers in each with boundary, 2^levels - 1 without",
       ""},
      {"seed", "of everything random", 1, {}, assay::sdk::any_seed()},
  };
}

std::vector<assay::sdk::Argument> point_arguments() {
  return {
      {"points",
       "where the function is evaluated; of a slice, a square number of pixels",
       10000,
       {},
       assay::sdk::between(1, 5000)},
      {"distribution",
       "of the points: uniform; clustered, around eight centres; grid-points, drawn among those of "
       "the grid; slice: pixels of a square across dimensions 0 and 1, row by row, the other "
       "coordinates drawn once",
       "uniform",
       {"uniform", "clustered", "grid-points", "slice"}},
      {"points_file", "a table of the points instead, one a row: .npy or text", ""},
  };
}

}  // namespace compact_grid
