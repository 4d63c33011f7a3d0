#include "compact_grid/problem/problems.hpp"

ASSAY_PLUGIN("compact-grid-problem", "0.1.0", compact_grid::describe_problems)
