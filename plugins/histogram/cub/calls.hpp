// CUB's histogram, as a function that can be called without nvcc. Pointers refer to device memory,
// streams are CUstreams. A failed call throws Error.
#pragma once

#include <cstdint>

#include "cub_calls/storage.hpp"

namespace histogram::cub_peer {

// The bins of a histogram: equal parts of [low, high).
template <class Real>
struct Range {
  int bins;
  Real low;
  Real high;
};

// cub::DeviceHistogram::HistogramEven. The bin of a number is found by the same operations as in
// the problem, but one that rounding carries beyond the last bin is counted past the end.
template <class Real>
void count(cub_calls::Storage& storage, const Real* x, std::int32_t length,
           const Range<Real>& range, std::uint32_t* counts, void* stream);

}  // namespace histogram::cub_peer
