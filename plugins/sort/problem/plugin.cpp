#include "sort/problem/problem.hpp"

ASSAY_PLUGIN("sort-problem", "0.1.0", sorting::describe_problem)
