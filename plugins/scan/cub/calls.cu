#include "scan/cub/calls.hpp"

#include <cub/device/device_scan.cuh>

#include <cstdint>
#include <type_traits>

#include "cub_calls/cuda_error.hpp"

namespace scan::cub_peer {

template <class Real, class Sum>
void prefix_sums(cub_calls::Storage& storage, const Real* x, std::size_t length, Real* y,
                 void* stream) {
  const auto queue = static_cast<cudaStream_t>(stream);
  const auto items = static_cast<std::int64_t>(length);
  if constexpr (std::is_same_v<Real, Sum>) {
    cub_calls::check(cub::DeviceScan::InclusiveSum(storage.data, storage.bytes, x, y, items, queue),
                     "cub::DeviceScan::InclusiveSum");
  } else {
    cub_calls::check(
        cub::DeviceScan::InclusiveScanInit(storage.data, storage.bytes, x, y, ::cuda::std::plus<>(),
                                           Sum{0}, items, queue),
        "cub::DeviceScan::InclusiveScanInit");
  }
}

#define INSTANTIATE(Real, Sum) \
  template void prefix_sums<Real, Sum>(cub_calls::Storage&, const Real*, std::size_t, Real*, void*);
INSTANTIATE(float, float)
INSTANTIATE(float, double)
INSTANTIATE(double, double)

}  // namespace scan::cub_peer
