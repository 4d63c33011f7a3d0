// The two operations that regression on a sparse grid consists of. Contains only the enumeration,
// because kernels compiled for one instruction set include it too.
#pragma once

namespace sparse_grid {

// The operations by the names of their problems; B_gj is basis function g at data point j.
enum class Operation {
  multi_eval,             // v = B^T alpha: a value at each data point from a surplus per grid point
  multi_eval_transposed,  // v' = B v: a sum for each grid point from a weight per data point
};

}  // namespace sparse_grid
