// Products whose sums are split: several groups each sum up a part of the inner extent, and a
// second kernel adds up what they found. That keeps a device busy where the result is small.
// Constants in addition to those of number.h: SPLITS, the parts of a sum, and WORK_GROUP_SIZE.
#ifndef GEMM_SPLIT_H
#define GEMM_SPLIT_H

#include "number.h"

// The elements that a product stores: those of c, or sums of a part for add_splits.
#if SPLITS > 1
typedef real result;
typedef pair_of_reals pair_of_results;
typedef four_reals four_results;
#define TO_RESULT(sum) (sum)
#else
typedef number result;
typedef pair_of_numbers pair_of_results;
typedef four_numbers four_results;
#define TO_RESULT(sum) to_number(sum)
#endif

// Where the results of this group's part begin. Groups have their part by their second number.
#define RESULTS_OF_SPLIT(results, batch, rows, columns) \
  ((results) + (SPLITS > 1 ? (size_t)GROUP_ID_Y * (batch) * (rows) * (columns) : 0))

// Stores `count` neighbours, 1, 2 or 4, of which `left` exist; all at once if `aligned`, the
// address then being a multiple of their bytes and left at least `count`, or 0.
INLINED void store_results(GLOBAL result* const to, const real* const sums, const uint count,
                           const uint left, const bool aligned) {
  if (count == 4 && aligned) {
    if (left == 0) return;
    four_results pack;
#pragma unroll
    for (uint i = 0; i < 4; ++i) pack.at[i] = TO_RESULT(sums[i]);
    *(GLOBAL four_results*)to = pack;
  } else if (count == 2 && aligned) {
    if (left == 0) return;
    pair_of_results pack;
    pack.at[0] = TO_RESULT(sums[0]);
    pack.at[1] = TO_RESULT(sums[1]);
    *(GLOBAL pair_of_results*)to = pack;
  } else {
#pragma unroll
    for (uint i = 0; i < count; ++i) {
      if (i < left) to[i] = TO_RESULT(sums[i]);
    }
  }
}

#if SPLITS > 1
// An item for each element of c adds up its sums [SPLITS, elements].
KERNEL(WORK_GROUP_SIZE)
add_splits(GLOBAL const real* RESTRICT const sums, const ulong elements,
           GLOBAL number* RESTRICT const c) {
  const ulong element = (ulong)GROUP_ID * WORK_GROUP_SIZE + LOCAL_ID;
  if (element >= elements) return;
  real sum = 0;
#pragma unroll 4
  for (uint split = 0; split < SPLITS; ++split) sum += sums[split * elements + element];
  c[element] = to_number(sum);
}
#endif

#endif
