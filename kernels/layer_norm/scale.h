// What is done with the deviations of a row's elements from its mean once its variance is known.
#ifndef LAYER_NORM_SCALE_H
#define LAYER_NORM_SCALE_H

#include "rows/team.h"

// 1 / sqrt(variance + epsilon), or NaN where the variance is not finite: then 0 * variance is NaN.
FUNCTION real inverse_deviation(const real variance, const real epsilon) {
  return 1 / sqrt(variance + epsilon) + 0 * variance;
}

// Writes an item's results in the packs first .. end - 1 of a row; `share` has the deviations.
FUNCTION void store_scaled(const real* const share, const real scale,
                           GLOBAL const real* const gamma, GLOBAL const real* const beta,
                           GLOBAL real* const y_row, const uint first, const uint end) {
#pragma unroll
  for (uint k = 0; k < ITEMS / PACK; ++k) {
    const uint pack = PACK_OF(first, k);
    if (pack < end) {
      const pack_t factor = load_pack(gamma, pack);
      const pack_t summand = load_pack(beta, pack);
      pack_t result;
#pragma unroll
      for (uint v = 0; v < PACK; ++v) {
        result.at[v] = share[k * PACK + v] * scale * factor.at[v] + summand.at[v];
      }
      store_pack(result, y_row, pack);
    }
  }
}

#endif
