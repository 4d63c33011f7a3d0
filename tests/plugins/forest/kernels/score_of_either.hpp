// The header kernels/forest/score.h for each criterion, as C++.
#pragma once

#include "forest/library/random.hpp"

#define FUNCTION inline
#define GLOBAL

namespace gini {
using forest::uint;
using forest::ulong;
#define CRITERION 0
#include "kernels/forest/score.h"
#undef CRITERION
}  // namespace gini

#undef FOREST_SCORE_H
#undef UPPER_PRODUCT
#undef NO_ATTRIBUTE

namespace entropy {
using forest::uint;
using forest::ulong;
#define CRITERION 1
#include "kernels/forest/score.h"
#undef CRITERION
}  // namespace entropy

#undef FUNCTION
#undef GLOBAL
