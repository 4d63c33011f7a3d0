// CUB's reductions of arrays of float or double, as functions that can be called without nvcc.
// Pointers refer to device memory, streams are CUstreams. A failed call throws Error.
#pragma once

#include <cstddef>

#include "cub_calls/storage.hpp"

namespace reduce::cub_peer {

// cub::DeviceReduce::Sum, added up in Real; the sum of no numbers is 0.
template <class Real>
void sum(cub_calls::Storage& storage, const Real* x, std::size_t length, Real* result,
         void* stream);

// cub::DeviceReduce::Reduce with the problem's maximum, NaN if any number is; that of no numbers is
// minus infinity. DeviceReduce::Max passes over some NaNs, and begins with the lowest finite
// number.
template <class Real>
void maximum(cub_calls::Storage& storage, const Real* x, std::size_t length, Real* result,
             void* stream);

}  // namespace reduce::cub_peer
