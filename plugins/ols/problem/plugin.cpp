#include "ols/problem/problem.hpp"

ASSAY_PLUGIN("ols-problem", "0.1.0", ols::describe_problem)
