// Batches of arrays that are sorted by the same launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sort/library/arrays.hpp"

namespace sorting::accelerator {

struct Batch {
  std::uint32_t first;  // number of the first array
  std::uint32_t arrays;
  std::uint32_t longest;  // pairs of the longest array
};

// Divides all arrays, in their order, into batches of up to `arrays_per_launch` (0: as many as one
// launch may have). Throws ASSAY_UNSUPPORTED for more than 2^31 - 1 arrays, or pairs in one of
// them: kernels count in 32 bits.
std::vector<Batch> cut(const Offsets& offsets, std::size_t arrays_per_launch);

}  // namespace sorting::accelerator
