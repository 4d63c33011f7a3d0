#include "reduce/cub/calls.hpp"

#include <cub/device/device_reduce.cuh>

#include <cstdint>
#include <limits>

#include "cub_calls/cuda_error.hpp"

namespace reduce::cub_peer {
namespace {

struct Greater {
  template <class Real>
  __host__ __device__ Real operator()(Real a, Real b) const {
    return a >= b || a != a ? a : b;  // NaN if either is
  }
};

}  // namespace

template <class Real>
void sum(cub_calls::Storage& storage, const Real* x, std::size_t length, Real* result,
         void* stream) {
  cub_calls::check(
      cub::DeviceReduce::Sum(storage.data, storage.bytes, x, result,
                             static_cast<std::int64_t>(length), static_cast<cudaStream_t>(stream)),
      "cub::DeviceReduce::Sum");
}

template <class Real>
void maximum(cub_calls::Storage& storage, const Real* x, std::size_t length, Real* result,
             void* stream) {
  cub_calls::check(cub::DeviceReduce::Reduce(storage.data, storage.bytes, x, result,
                                             static_cast<std::int64_t>(length), Greater(),
                                             -std::numeric_limits<Real>::infinity(),
                                             static_cast<cudaStream_t>(stream)),
                   "cub::DeviceReduce::Reduce");
}

#define INSTANTIATE(Real)                                                               \
  template void sum<Real>(cub_calls::Storage&, const Real*, std::size_t, Real*, void*); \
  template void maximum<Real>(cub_calls::Storage&, const Real*, std::size_t, Real*, void*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace reduce::cub_peer
