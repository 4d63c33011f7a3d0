#pragma once

#include <optional>

#include "framework/device/sources.hpp"

namespace assay::device::cuda {

// The source with every `#pragma unroll` turned into one that leaves the loop as it is. Unrolling
// is what takes compilers seconds; how much shared memory a kernel needs does not depend on it, and
// compiling without it tells in a fraction of that time. Nothing where there is nothing to tell: no
// array in shared memory, no loop that is unrolled, or one that a macro may have unrolled.
[[nodiscard]] std::optional<FlatSource> without_unrolling(const FlatSource& source);

}  // namespace assay::device::cuda
