// CUB's prefix sums, as functions that can be called without nvcc. Pointers refer to device memory,
// streams are CUstreams. A failed call throws Error.
#pragma once

#include <cstddef>

#include "cub_calls/storage.hpp"

namespace scan::cub_peer {

// Adds up in the type Sum. Real: float or double; Sum: Real, by cub::DeviceScan::InclusiveSum, or
// double, by ::InclusiveScanInit from 0.
template <class Real, class Sum>
void prefix_sums(cub_calls::Storage& storage, const Real* x, std::size_t length, Real* y,
                 void* stream);

}  // namespace scan::cub_peer
