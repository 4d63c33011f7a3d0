#include "sparse_grid/problem/problems.hpp"

ASSAY_PLUGIN("sparse-grid-problems", "0.1.0", sparse_grid::describe_problems)
