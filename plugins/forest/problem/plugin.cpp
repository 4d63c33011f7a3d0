#include "forest/problem/problem.hpp"

ASSAY_PLUGIN("forest-problem", "0.1.0", forest::describe_problem)
