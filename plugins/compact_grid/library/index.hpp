// Positions of grid points for C++, from kernels/compact_grid/index.h, the source that device code
// includes as well. Positions have 64 bits; tables and vectors are in ordinary memory.
#pragma once

#include <bit>
#include <cstdint>

namespace compact_grid {

using uint = std::uint32_t;
using ulong = std::uint64_t;

#define FUNCTION inline
#define TRAILING_ZEROS(x) static_cast<std::uint32_t>(std::countr_zero(x))
#include "kernels/compact_grid/index.h"
#undef TRAILING_ZEROS
#undef FUNCTION

}  // namespace compact_grid
