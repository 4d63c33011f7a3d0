// Least squares on a sparse grid (Luz 2017, equation 2.25 multiplied by the number of data points).
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "sparse_grid/library/basis_rows.hpp"
#include "sparse_grid/library/conjugate_gradients.hpp"

namespace sparse_grid {

struct RegressionOptions {
  double lambda = 1e-5;          // weight of |alpha|^2 against the mean squared error
  std::size_t iterations = 120;  // greatest number of iterations of conjugate gradients
  double tolerance = 1e-10;      // stops once |residual|_2 / |B y|_2 is at most this; 0: never
};

struct Regression {
  std::vector<double> surpluses;
  std::size_t iterations = 0;
  double residual = 0;  // |B y - A alpha|_2 / |B y|_2, computed from the surpluses themselves
};

// Called after each iteration with the number of iterations, the updated |residual|_2 / |B y|_2,
// and the current surpluses.
using RegressionProgress = std::function<void(std::size_t iterations, double residual,
                                              const std::vector<double>& surpluses)>;

// Solves A alpha = B y with A = B B^T + m lambda I by conjugate gradients from `start` (the
// surpluses of a coarser grid, whose points come first; missing ones are 0). `targets` has one
// finite value for each data point.
Regression solve(const BasisRows& rows, std::span<const double> targets,
                 const RegressionOptions& options, std::span<const double> start = {},
                 const RegressionProgress& progress = nullptr);

}  // namespace sparse_grid
