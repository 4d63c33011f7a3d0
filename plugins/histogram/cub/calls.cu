#include "histogram/cub/calls.hpp"

#include <cub/device/device_histogram.cuh>

#include "cub_calls/cuda_error.hpp"

namespace histogram::cub_peer {

template <class Real>
void count(cub_calls::Storage& storage, const Real* x, std::int32_t length,
           const Range<Real>& range, std::uint32_t* counts, void* stream) {
  cub_calls::check(cub::DeviceHistogram::HistogramEven(storage.data, storage.bytes, x, counts,
                                                       range.bins + 1, range.low, range.high,
                                                       length, static_cast<cudaStream_t>(stream)),
                   "cub::DeviceHistogram::HistogramEven");
}

#define INSTANTIATE(Real)                                                                       \
  template void count<Real>(cub_calls::Storage&, const Real*, std::int32_t, const Range<Real>&, \
                            std::uint32_t*, void*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace histogram::cub_peer
