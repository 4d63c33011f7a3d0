// Values as unsigned integers in their order, for C++: kernels/forest/keys.h, the source that
// device code includes as well.
#pragma once

#include <cstdint>

namespace forest {

using uint = std::uint32_t;

#define FUNCTION inline
#include "kernels/forest/keys.h"
#undef FUNCTION

}  // namespace forest
