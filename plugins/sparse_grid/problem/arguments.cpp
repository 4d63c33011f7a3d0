#include "sparse_grid/problem/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sparse_grid/library/grid.hpp"

namespace sparse_grid {
namespace {

using assay::sdk::Bindings;

std::uint64_t integer(const Bindings& bound, const char* name, std::int64_t low,
                      std::int64_t high) {
  const std::int64_t value = bound.integer(name);
  if (value < low || value > high) {
    throw assay::sdk::Error(ASSAY_INVALID,
                            fmt::format("{} = {} lies outside {} to {}", name, value, low, high));
  }
  return static_cast<std::uint64_t>(value);
}

void refuse_grid_points(const Arguments& arguments) {
  if (arguments.grid_points == 0) return;
  throw assay::sdk::Error(ASSAY_INVALID,
                          "grid_points fills up regular grids only, not grids that are refined or "
                          "regressed on: leave grid_points at 0");
}

}  // namespace

Arguments::Arguments(const Bindings& bound)
    : precision(bound.text("precision")),
      dimensions(integer(bound, "dimensions", 0, max_dimensions)),
      level(static_cast<std::uint32_t>(integer(bound, "level", 1, max_level))),
      grid_points(integer(bound, "grid_points", 0, UINT32_MAX)),
      data(bound.text("data")),
      points(integer(bound, "points", 0, UINT32_MAX)),
      seed(integer(bound, "seed", 0, INT64_MAX)),
      features(bound.text("features")),
      target(bound.text("target")),
      filter(bound.text("filter")),
      border(bound.real("border")),
      if_absent(bound.text("if_absent")),
      if_fewer(bound.text("if_fewer")),
      refinements(integer(bound, "refinements", 0, 10'000)),
      refine_points(integer(bound, "refine_points", 1, UINT32_MAX)),
      fit_points(integer(bound, "fit_points", 0, UINT32_MAX)),
      lambda(bound.real("lambda")),
      cg_iterations(integer(bound, "cg_iterations", 1, 1'000'000)) {
  if (!(border >= 0 && border < 0.5)) {
    throw assay::sdk::Error(ASSAY_INVALID,
                            fmt::format("border = {} lies outside 0 to below 0.5", border));
  }
  if (!(lambda >= 0) || !std::isfinite(lambda)) {
    throw assay::sdk::Error(ASSAY_INVALID,
                            fmt::format("lambda = {} must be a number of 0 or more", lambda));
  }
}

ProductArguments::ProductArguments(const Bindings& bound)
    : Arguments(bound), surpluses(bound.text("surpluses")) {
  if (needs_regression()) refuse_grid_points(*this);
}

RegressionArguments::RegressionArguments(const Bindings& bound)
    : Arguments(bound), test_share(bound.real("test_share")), epsilon(bound.real("epsilon")) {
  if (refinements > 0) refuse_grid_points(*this);
  if (!(test_share > 0 && test_share < 1)) {
    throw assay::sdk::Error(ASSAY_INVALID,
                            fmt::format("test_share = {} must lie between 0 and 1, so that there "
                                        "are points to learn from and points to judge by",
                                        test_share));
  }
  if (!(epsilon >= 0 && epsilon < 1)) {
    throw assay::sdk::Error(ASSAY_INVALID,
                            fmt::format("epsilon = {} lies outside 0 to below 1", epsilon));
  }
}

namespace {

// The arguments for data and grid of all problems.
std::vector<assay::sdk::Argument> common_arguments() {
  return {
      {"precision",
       "element type of data, coefficients and results",
       "double",
       {"float", "double"}},
      {"dimensions",
       "dimensions of grid and data; 0: those of the file, or 5 for generated data",
       0,
       {},
       assay::sdk::between(1, 6)},
      {"level",
       "level of the regular grid, which refinements start from",
       5,
       {},
       assay::sdk::between(1, 5)},
      {"grid_points",
       "number of grid points to which the regular grid is filled up with random points of the "
       "next level; 0: the regular grid",
       0},
      {"data",
       "uniform, friedman1, checkerboard, gaussian, or the path of a .csv(.gz), .arff or "
       ".npy file",
       "uniform"},
      {"points",
       "number of data points; from a file, a seeded random choice in the file's order; 0: all of "
       "a file, or 100000 generated ones",
       0,
       {},
       assay::sdk::between(1, 5000)},
      {"seed",
       "seed of everything random: data, choice of rows, coefficients",
       1,
       {},
       assay::sdk::any_seed()},
      {"features",
       "columns of a file, by name or number from 0, separated by commas; empty: all "
       "but the target",
       ""},
      {"target",
       "column of a file to learn, by name or number; \"column=value\" makes classes +1 "
       "and -1; empty: nothing to learn",
       ""},
      {"filter",
       "rows of a file to keep, such as \"class=GALAXY,redshift<1\"; all conditions must "
       "hold",
       ""},
      {"border",
       "part of the unit interval that is left free on either side when features of a file are "
       "scaled; at 0 and 1 every basis function is 0",
       0.0},
      {"if_absent",
       "what replaces a missing file; the fact stand_in then counts the points",
       "error",
       {"error", "uniform", "friedman1", "checkerboard", "gaussian"}},
      {"if_fewer",
       "what replaces missing rows if a file has fewer than `points`; the fact stand_in then "
       "counts them",
       "error",
       {"error", "bootstrap"}},
      {"refinements", "how often the grid is refined by regression; 0: it stays regular", 0},
      {"refine_points", "grid points refined each time, those with the largest |surplus|", 80},
      {"fit_points",
       "number of randomly chosen data points with which the grid is refined, so that regressions "
       "need not use millions; 0: all of them",
       0},
      {"lambda", "regularisation of the regression", 1e-5},
      {"cg_iterations", "conjugate gradient iterations for each solution, at most", 120},
  };
}

}  // namespace

std::vector<assay::sdk::Argument> product_arguments() {
  auto arguments = common_arguments();
  arguments.push_back(
      {"surpluses",
       "auto: by regression if the grid is refined, else random; random: uniform in "
       "[-1, 1]; regression",
       "auto",
       {"auto", "random", "regression"}});
  return arguments;
}

std::vector<assay::sdk::Argument> regression_arguments() {
  auto arguments = common_arguments();
  // The first generated set in the list that has targets.
  std::ranges::find(arguments, "data", &assay::sdk::Argument::name)->default_value = "friedman1";
  arguments.push_back({"test_share",
                       "share of the points, chosen at random, that is held out; the rest, and "
                       "what a bootstrap adds, is learnt from",
                       1.0 / 3});
  arguments.push_back(
      {"epsilon", "|residual| / |B y| at which the iteration stops early; 0: never", 0.0});
  return arguments;
}

}  // namespace sparse_grid
