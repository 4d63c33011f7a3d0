// Cholesky factorisation of a small matrix in shared memory, and substitution, by one block. CUDA
// only.
//
// Constants: COLUMNS, and SUM_BITS, 32 or 64, of the type of all numbers.
#ifndef OLS_TRIANGLE_H
#define OLS_TRIANGLE_H

#include "dialect.h"

#define TRIANGLE_COLUMNS 64  // the most that one block factorises at a time

// Returns the power of two that scales the square root of `square` into [1, 2).
template <class Number>
FUNCTION Number scale_for(const Number square) {
  return square > 0 ? ldexp((Number)1, -ilogb(sqrt(square))) : (Number)1;
}

// A block's threads as a grid of `height` rows of threads over a matrix: thread (i, j) keeps
// elements (i + height p, j + TRIANGLE_WIDTH q) in registers. Threads beyond the grid only wait.
#define TRIANGLE_WIDTH 16

template <int height>
struct Grid {
  const uint row = threadIdx.x / TRIANGLE_WIDTH;
  const uint column = threadIdx.x % TRIANGLE_WIDTH;
  const bool inside = row < height;
};

// Calls act(i, j) for each element of the lower half of n columns and of the rows below it, `rows`
// in total; unrolled, so that all its loads are in flight together.
template <int height, int down, int across, class Act>
FUNCTION void each_element(const uint rows, const uint n, const Act& act) {
  const Grid<height> grid;
#pragma unroll
  for (int p = 0; p < down; ++p) {
#pragma unroll
    for (int q = 0; q < across; ++q) {
      const uint i = grid.row + height * p;
      const uint j = grid.column + TRIANGLE_WIDTH * q;
      if (grid.inside && i < rows && j <= i && j < n) act(i, j);
    }
  }
}

#define PIVOTS 4  // columns that one step of `factorise` eliminates

// A row of the columns of one step.
template <class Number>
struct __align__(16) PivotRow {
  Number of[PIVOTS];
};

// The effect of a step's columns on later ones. At its turn, column r equals its value before the
// step minus weight[r][t] times each earlier column t.
template <class Number>
struct Pivots {
  Number diagonal[PIVOTS];
  Number inverse[PIVOTS];  // 0 for columns beyond the matrix
  Number weight[PIVOTS][PIVOTS];
};

// Updates column r of a row to its value at its turn; the columns before it are updated already.
template <class Number>
FUNCTION void bring_to_turn(PivotRow<Number>& row, const Pivots<Number>& pivots, const int r) {
#pragma unroll
  for (int t = 0; t < r; ++t) row.of[r] -= pivots.weight[r][t] * row.of[t];
}

// Computes the pivots of the columns from `step` on, from their rows.
template <class Number>
FUNCTION Pivots<Number> pivots_of(const PivotRow<Number>* const rows, const uint step,
                                  const uint n) {
  Pivots<Number> pivots;
#pragma unroll
  for (int r = 0; r < PIVOTS; ++r) {
    PivotRow<Number> row = rows[min(step + r, n)];
#pragma unroll
    for (int t = 0; t < r; ++t) {
      bring_to_turn(row, pivots, t);
      pivots.weight[r][t] = row.of[t] * pivots.inverse[t];
    }
    bring_to_turn(row, pivots, r);
    pivots.diagonal[r] = row.of[r];
    pivots.inverse[r] = step + r < n ? 1 / row.of[r] : (Number)0;
  }
  return pivots;
}

// Eliminates columns `step` to `step` + PIVOTS from a thread's elements of later columns, from
// thread row `done` on.
template <int height, int down, int across, class Number>
FUNCTION void eliminate(Number (&own)[down][across], const Pivots<Number>& pivots,
                        const PivotRow<Number>* now, const uint step, const uint n, const uint rows,
                        const int block, const int done) {
  const Grid<height> grid;
  Number factors[across][PIVOTS];
#pragma unroll
  for (int q = block; q < across; ++q) {
    const uint j = grid.column + TRIANGLE_WIDTH * q;
    PivotRow<Number> row = now[min(j, n)];
#pragma unroll
    for (int r = 0; r < PIVOTS; ++r) {
      bring_to_turn(row, pivots, r);
      factors[q][r] = j > step + r && j < n ? row.of[r] * pivots.inverse[r] : (Number)0;
    }
  }
#pragma unroll
  for (int p = done; p < down; ++p) {
    PivotRow<Number> row = now[min(grid.row + height * p, rows - 1)];
#pragma unroll
    for (int r = 0; r < PIVOTS; ++r) {
      bring_to_turn(row, pivots, r);
#pragma unroll
      for (int q = block; q < across; ++q) own[p][q] -= row.of[r] * factors[q][r];
    }
  }
}

// Computes the lower triangle L of S = L L^T in place of the lower half of S, n x n with rows
// `stride` apart, and L^-1 s in place of each of the `more` rows s, at least one, that follow.
// inverses [n] becomes 1 / diagonal; NaN or infinity if S is not positive definite. n is at most
// 16 * across, n + more at most height * down. All threads of the block take part; `pivot_rows` has
// room for 2 (n + more).
//
// Columns are divided only at the end, so that one barrier for each step is enough: column k
// subtracts S_ik S_jk / S_kk.
template <int height, int down, int across, class Number>
FUNCTION void factorise(Number* s, Number* inverses, PivotRow<Number>* pivot_rows, const uint n,
                        const uint stride, const uint more) {
  const Grid<height> grid;
  const uint rows = n + more;
  Number own[down][across];
  __syncthreads();
#pragma unroll
  for (int p = 0; p < down; ++p) {
#pragma unroll
    for (int q = 0; q < across; ++q) {
      const uint i = grid.row + height * p;
      const uint j = grid.column + TRIANGLE_WIDTH * q;
      own[p][q] = grid.inside && i < rows && j <= i && j < n ? s[i * stride + j] : (Number)0;
    }
  }
#pragma unroll
  for (int block = 0; block < across; ++block) {
    const uint end = n - min(n, TRIANGLE_WIDTH * block);
    const int done = TRIANGLE_WIDTH * block / height;  // rows of threads whose elements are final
#pragma unroll 1
    for (uint k = 0; k < TRIANGLE_WIDTH && k < end; k += PIVOTS) {
      const uint step = TRIANGLE_WIDTH * block + k;
      PivotRow<Number>* const now = pivot_rows + k / PIVOTS % 2 * rows;
      if (grid.inside && grid.column - k < PIVOTS) {
#pragma unroll
        for (int p = done; p < down; ++p) {
          const uint i = grid.row + height * p;
          if (i < rows) now[i].of[grid.column - k] = own[p][block];
        }
      }
      __syncthreads();
      const Pivots<Number> pivots = pivots_of(now, step, n);
      eliminate<height>(own, pivots, now, step, n, rows, block, done);
#pragma unroll
      for (int r = 0; r < PIVOTS; ++r) {
        if (threadIdx.x == 0 && step + r < n) inverses[step + r] = pivots.diagonal[r];
      }
    }
  }
  __syncthreads();
  for (uint k = threadIdx.x; k < n; k += blockDim.x) inverses[k] = 1 / sqrt(inverses[k]);
  __syncthreads();
#pragma unroll
  for (int p = 0; p < down; ++p) {
#pragma unroll
    for (int q = 0; q < across; ++q) {
      const uint i = grid.row + height * p;
      const uint j = grid.column + TRIANGLE_WIDTH * q;
      if (grid.inside && i < rows && j <= i && j < n) s[i * stride + j] = own[p][q] * inverses[j];
    }
  }
  __syncthreads();
}

// Replaces z [n] by L^-1 z; `inverses` [n] are those of L's diagonal. By one warp, for n up to
// TRIANGLE_COLUMNS.
template <class Number, class Vector>
FUNCTION void substitute_forth(const Number* l, const Vector* inverses, const uint n,
                               const uint stride, Vector* z) {
  const uint lane = threadIdx.x % 32;
  Vector low = lane < n ? z[lane] : 0;
  Vector high = lane + 32 < n ? z[lane + 32] : 0;
#pragma unroll 8
  for (uint k = 0; k < n; ++k) {
    const Vector x = __shfl_sync(0xffffffffU, k < 32 ? low : high, k % 32) * inverses[k];
    if (lane == k) low = x;
    if (lane + 32 == k) high = x;
    if (lane > k && lane < n) low -= l[lane * stride + k] * x;
    if (lane + 32 > k && lane + 32 < n) high -= l[(lane + 32) * stride + k] * x;
  }
  if (lane < n) z[lane] = low;
  if (lane + 32 < n) z[lane + 32] = high;
}

// Replaces z [n] by L^-T z; `inverses` [n] are those of L's diagonal. By one warp, for n up to
// TRIANGLE_COLUMNS.
template <class Number, class Vector>
FUNCTION void substitute_back(const Number* l, const Vector* inverses, const uint n,
                              const uint stride, Vector* z) {
  const uint lane = threadIdx.x % 32;
  Vector low = lane < n ? z[lane] : 0;
  Vector high = lane + 32 < n ? z[lane + 32] : 0;
#pragma unroll 8
  for (uint k = n; k-- > 0;) {
    const Vector x = __shfl_sync(0xffffffffU, k < 32 ? low : high, k % 32) * inverses[k];
    if (lane == k) low = x;
    if (lane + 32 == k) high = x;
    if (lane < k) low -= l[k * stride + lane] * x;
    if (lane + 32 < k) high -= l[k * stride + lane + 32] * x;
  }
  if (lane < n) z[lane] = low;
  if (lane + 32 < n) z[lane + 32] = high;
}

// Solves the normal equations whose lower half and, as row n, right side are in `s`, rows `stride`
// apart: C = D^-1 X^T X D^-1 = L L^T, b = D^-1 L^-T L^-1 D^-1 X^T y, D of powers of two. Writes b
// [n], 1 / D to scale [n] and L to triangle, rows n apart. `work` begins at a multiple of 16 bytes
// and has room for SOLVE_NUMBERS(n); the grid is that of `factorise`.
#define SOLVE_NUMBERS(n) (2 * PIVOTS * ((n) + 1) + 2 * (n))
template <int height, int down, int across, class Number, class Real>
FUNCTION void solve_normal_equations(Number* s, Number* work, const uint n, const uint stride,
                                     Real* b, Number* scale, Number* triangle) {
  PivotRow<Number>* const pivot_rows = reinterpret_cast<PivotRow<Number>*>(work);
  Number* const inverses = work + 2 * PIVOTS * (n + 1);
  Number* const scales = inverses + n;
  for (uint k = threadIdx.x; k < n; k += blockDim.x) scales[k] = scale_for(s[k * stride + k]);
  __syncthreads();
  each_element<height, down, across>(n + 1, n, [&](const uint i, const uint j) {
    s[i * stride + j] *= i < n ? scales[i] * scales[j] : scales[j];
  });
  factorise<height, down, across>(s, inverses, pivot_rows, n, stride, 1);
  each_element<height, down, across>(
      n, n, [&](const uint i, const uint j) { triangle[i * n + j] = s[i * stride + j]; });
  if (threadIdx.x >= 32) return;
  substitute_back(s, inverses, n, stride, s + n * stride);
  __syncwarp();
  for (uint k = threadIdx.x; k < n; k += 32) {
    b[k] = (Real)(s[n * stride + k] * scales[k]);
    scale[k] = scales[k];
  }
}

#endif
