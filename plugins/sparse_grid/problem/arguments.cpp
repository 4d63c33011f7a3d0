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
                          "grid_points fills regular grids; a grid that is refined or regressed on "
                          "keeps its own: leave grid_points at 0");
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
    throw assay::sdk::Error(
        ASSAY_INVALID,
        fmt::format("test_share = {} must lie between 0 and 1: some points to learn from, and some "
                    "to judge by",
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
       "dimensions of grid and data; 0: those of the file, 5 for generated data",
       0,
       {},
       assay::sdk::between(1, 6)},
      {"level",
       "level of the regular grid, which refinements start from",
       5,
       {},
       assay::sdk::between(1, 5)},
      {"grid_points",
       "fills the regular grid with random points of the next level to this number; 0: as it is",
       0},
      {"data",
       "uniform, friedman1, checkerboard, gaussian, or the path of a .csv(.gz), .arff or "
       ".npy file",
       "uniform"},
      {"points",
       "data points; of a file a seeded random choice in the file's order, 0: all of "
       "them; 0 for generated data: 100000",
       0,
       {},
       assay::sdk::between(1, 5000)},
      {"seed",
       "of everything random: data, choice of rows, coefficients",
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
       "of the unit interval, left free at either side when features of a file are scaled; on the "
       "border itself every basis function is 0",
       0.0},
      {"if_absent",
       "what stands in for a file that is not there; the fact stand_in then counts the points",
       "error",
       {"error", "uniform", "friedman1", "checkerboard", "gaussian"}},
      {"if_fewer",
       "what stands in for the rows that a file lacks to `points`; the fact stand_in then counts "
       "them",
       "error",
       {"error", "bootstrap"}},
      {"refinements", "how often the grid is refined by regression; 0: regular grid", 0},
      {"refine_points", "grid points refined each time, those of largest |surplus|", 80},
      {"fit_points",
       "a random choice of as many data points grows the grid, so that millions need not be solved "
       "for; 0: all of them",
       0},
      {"lambda", "regularisation of the regression", 1e-5},
      {"cg_iterations", "conjugate gradient iterations at most, for each solution", 120},
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
                       "share of the points that is held out, a random choice; the rest is learnt "
                       "from. What a bootstrap adds is learnt from",
                       1.0 / 3});
  arguments.push_back(
      {"epsilon", "the iteration stops earlier at this |residual| / |B y|; 0: never", 0.0});
  return arguments;
}

}  // namespace sparse_grid
