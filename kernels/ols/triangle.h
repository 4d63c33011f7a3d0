// Cholesky's triangle of a small matrix in shared memory, and substitution, by one block. CUDA
// only.
//
// Constants: COLUMNS, and SUM_BITS, 32 or 64, of the type of all numbers.
#ifndef OLS_TRIANGLE_H
#define OLS_TRIANGLE_H

#include "dialect.h"

#define TRIANGLE_COLUMNS 64  // the most that one block factorises at a time

// The power of two that brings the square root of `square` into [1, 2).
template <class Number>
FUNCTION Number scale_for(const Number square) {
  return square > 0 ? ldexp((Number)1, -ilogb(sqrt(square))) : (Number)1;
}

// The lower triangle L of S = L L^T over the lower half of S, n x n with rows `stride` apart, and
// L^-1 s over each of the `more` rows s that follow. inverses [n] becomes 1 / diagonal; NaN or
// infinity where S is not positive definite. All threads of the block take part.
template <class Number>
FUNCTION void factorise(Number* s, Number* inverses, const uint n, const uint stride,
                        const uint more) {
  const uint width = 16;
  const uint height = blockDim.x / width;
  // Columns stay undivided until the end, so that one barrier a step is enough.
  for (uint k = 0; k + 1 < n; ++k) {
    __syncthreads();
    const Number inverse = 1 / s[k * stride + k];
    for (uint i = k + 1 + threadIdx.x / width; i < n + more; i += height) {
      const Number factor = s[i * stride + k] * inverse;
      for (uint j = k + 1 + threadIdx.x % width; j <= i && j < n; j += width) {
        s[i * stride + j] -= factor * s[j * stride + k];
      }
    }
  }
  __syncthreads();
  for (uint k = threadIdx.x; k < n; k += blockDim.x) inverses[k] = 1 / sqrt(s[k * stride + k]);
  __syncthreads();
  for (uint i = threadIdx.x / width; i < n + more; i += height) {
    for (uint j = threadIdx.x % width; j <= i && j < n; j += width) {
      s[i * stride + j] *= inverses[j];
    }
  }
  __syncthreads();
}

// z [n] becomes L^-T z. By one warp, for n up to TRIANGLE_COLUMNS.
template <class Number>
FUNCTION void substitute_back(const Number* l, const Number* inverses, const uint n,
                              const uint stride, Number* z) {
  const uint lane = threadIdx.x % 32;
  Number low = lane < n ? z[lane] : 0;
  Number high = lane + 32 < n ? z[lane + 32] : 0;
  for (uint k = n; k-- > 0;) {
    const Number x = __shfl_sync(0xffffffffU, k < 32 ? low : high, k % 32) * inverses[k];
    if (lane == k) low = x;
    if (lane + 32 == k) high = x;
    if (lane < k) low -= l[k * stride + lane] * x;
    if (lane + 32 < k) high -= l[k * stride + lane + 32] * x;
  }
  if (lane < n) z[lane] = low;
  if (lane + 32 < n) z[lane + 32] = high;
}

// b of the normal equations whose lower half and, as row n, right side are in `s`, rows `stride`
// apart: C = D^-1 X^T X D^-1 = L L^T, b = D^-1 L^-T L^-1 D^-1 X^T y, D of powers of two. Writes b
// [n], 1 / D to scale [n] and L to triangle, n apart. `work` has room for 2 n numbers.
template <class Number, class Real>
FUNCTION void solve_normal_equations(Number* s, Number* work, const uint n, const uint stride,
                                     Real* b, Number* scale, Number* triangle) {
  Number* const inverses = work;
  Number* const scales = work + n;
  for (uint k = threadIdx.x; k < n; k += blockDim.x) scales[k] = scale_for(s[k * stride + k]);
  __syncthreads();
  for (uint at = threadIdx.x; at < (n + 1) * n; at += blockDim.x) {
    const uint i = at / n;
    const uint j = at % n;
    if (j <= i) s[i * stride + j] *= i < n ? scales[i] * scales[j] : scales[j];
  }
  factorise(s, inverses, n, stride, 1);
  for (uint at = threadIdx.x; at < n * n; at += blockDim.x) {
    if (at % n <= at / n) triangle[at] = s[at / n * stride + at % n];
  }
  if (threadIdx.x >= 32) return;
  substitute_back(s, inverses, n, stride, s + n * stride);
  __syncwarp();
  for (uint k = threadIdx.x; k < n; k += 32) {
    b[k] = (Real)(s[n * stride + k] * scales[k]);
    scale[k] = scales[k];
  }
}

#endif
