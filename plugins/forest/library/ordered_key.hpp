// Maps values to unsigned integers in the same order, for C++: includes kernels/forest/keys.h, the
// source of the device code.
#pragma once

#include <cstdint>

namespace forest {

using uint = std::uint32_t;

#define FUNCTION inline
#include "kernels/forest/keys.h"
#undef FUNCTION

}  // namespace forest
