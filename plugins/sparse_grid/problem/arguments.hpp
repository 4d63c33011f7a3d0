// The arguments that define instances of the family's problems.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/plugin.hpp"

namespace sparse_grid {

// The arguments for data and grid that all problems share, after validation. They have the order
// and meaning of product_arguments() and regression_arguments(), as have those of the derived
// types.
struct Arguments {
  std::string precision;
  std::size_t dimensions = 0;
  std::uint32_t level = 0;
  std::size_t grid_points = 0;
  std::string data;
  std::size_t points = 0;
  std::uint64_t seed = 0;
  std::string features;
  std::string target;
  std::string filter;
  double border = 0;
  std::string if_absent;
  std::string if_fewer;
  std::size_t refinements = 0;
  std::size_t refine_points = 0;
  std::size_t fit_points = 0;
  double lambda = 0;
  std::size_t cg_iterations = 0;

  // Throws sdk::Error (ASSAY_INVALID) naming the argument that is out of range.
  explicit Arguments(const assay::sdk::Bindings& bound);
};

// Arguments of the two products with B.
struct ProductArguments : Arguments {
  std::string surpluses;

  explicit ProductArguments(const assay::sdk::Bindings& bound);

  // Whether surpluses come from the regression rather than a generator.
  [[nodiscard]] bool needs_regression() const {
    return refinements > 0 || surpluses == "regression";
  }
};

// Arguments of the whole regression.
struct RegressionArguments : Arguments {
  double test_share = 0;
  double epsilon = 0;

  explicit RegressionArguments(const assay::sdk::Bindings& bound);
};

// The declarations of the problems' arguments: names, documentation, defaults.
std::vector<assay::sdk::Argument> product_arguments();
std::vector<assay::sdk::Argument> regression_arguments();

}  // namespace sparse_grid
