// Powers of two that bring a team's columns into the range of float16: the largest numbers of its
// first stages are scaled to at least 2^9, which leaves a factor of 32 for larger ones to come (H +
// H must be finite) and rounds no term by more than 2^-34 of them. If that was not enough, the sums
// are not finite, and all rows are examined. CUDA, sm_90a.
//
// Constants: those of warpgroups.kernel.
#ifndef OLS_TERM_SCALES_H
#define OLS_TERM_SCALES_H

#include "term_rows.h"

FUNCTION float scale_of(const float largest) {
  return largest > 0 ? ldexpf(1, 9 - max(ilogbf(largest), -111)) : 1.0F;
}

// The scales of both sides' columns, [SIDES * TILE]; during the search, the largest numbers found
// so far, as bits, which have the same order as the numbers.
//
// Producers search while consumers have nothing to do: the barriers involved are the block's. Fewer
// threads would suffice, but race checkers compare how many barriers two threads have passed.
class ScalesOfTeam {
 public:
  __device__ __forceinline__ explicit ScalesOfTeam(float* shared)
      : scales_(shared + TEAM * SIDES * TILE) {}

  // Lets consumers pass the barriers of the producers' search for scales.
  __device__ __forceinline__ void wait_until_settled() const {
    constexpr int barriers = SCALED ? 5 : 0;  // those in reset, lack_a_column and settle
    for (int k = 0; k < barriers; ++k) __syncthreads();
  }

  // The functions below are for producers, all of which must call them.
  __device__ __forceinline__ void reset() const {
    each([](float& largest) { largest = 0; });
    __syncthreads();
  }

  __device__ __forceinline__ void look_at(const Pieces& pieces, const bool one_side) const {
#pragma unroll
    for (uint side = 0; side < SIDES; ++side) {
      if (side > 0 && one_side) continue;
#pragma unroll
      for (uint set = 0; set < SETS; ++set) {
#pragma unroll
        for (uint c = 0; c < PIECE_COLUMNS; ++c) {
          float largest = fabsf(pieces.x[side][set][c]);
#pragma unroll
          for (uint p = 1; p < PIECES / SETS; ++p) {
            largest = fmaxf(largest, fabsf(pieces.x[side][p][c]));
          }
          atomicMax(reinterpret_cast<uint*>(at(side, set, c)), __float_as_uint(largest));
        }
      }
    }
  }

  // Whether some column was zero in all examined rows. Each warp checks all columns, so that all
  // agree.
  __device__ __forceinline__ bool lack_a_column(const Share& share, const bool one_side) const {
    __syncthreads();
    bool lacks = false;
    for (uint k = threadIdx.x % 32; k < (one_side ? TILE : SIDES * TILE); k += 32) {
      const uint column = (k < TILE ? share.left : share.right) + k % TILE;
      lacks |= column < COLUMNS && scales_[k] == 0;
    }
    lacks = __any_sync(~0U, lacks);
    __syncthreads();
    return lacks;
  }

  // Converts the largest numbers to scales.
  __device__ __forceinline__ void settle() const {
    __syncthreads();
    each([](float& largest) { largest = scale_of(largest); });
    __syncthreads();
  }
  [[nodiscard]] __device__ __forceinline__ const float* of_columns() const { return scales_; }

  // Converts a sum of products of scaled columns of the tile to that of unscaled ones; for all
  // threads.
  __device__ __forceinline__ float unscaled(const float sum, const uint left,
                                            const uint right) const {
    return SCALED ? sum * __frcp_rn(scales_[left]) * __frcp_rn(scales_[right]) : sum;
  }

 private:
  template <class Act>
  __device__ __forceinline__ void each(const Act& act) const {
    for (uint k = PRODUCER; k < SIDES * TILE; k += PRODUCERS) act(scales_[k]);
  }
  __device__ __forceinline__ float* at(const uint side, const uint set, const uint c) const {
    return scales_ + side * TILE + column_of_piece(set, PRODUCER) + c;
  }

  float* scales_;
};

#endif
