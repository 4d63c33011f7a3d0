// The subspace-linear algorithm (thesis, Algorithms 3.3 to 3.5): every subgrid is stored full, in
// row-major order of (index - 1) / 2, with NaN where the grid has no point. A data point meets at
// most one basis function of a subgrid; where that one is missing, so are those of all subgrids of
// level >= l, and `skips` leads past those that follow in the lexicographic list.
//
// Compile-time constants beside those of the dialect:
//   DIMENSIONS       of grid and data
//   WORK_GROUP_SIZE  work items in a group
//   VECTORS          realv of neighbouring data points of an item, which walks the list for them
//   all CACHED           1: keep slot and product of the leading dimensions whose level is
//   unchanged TRANSPOSED       1: B v, 0: B^T alpha ATOMIC           1: work groups share copies of
//   the sums; 0: every work item has its own
#include "dialect.h"

#define POINTS (VECTORS * VECTOR_WIDTH)  // data points of an item

// What an item knows of its data points and the subgrid at hand: [k] covers the dimensions up to k.
#if CACHED
#define KEPT DIMENSIONS
#define AT(k) (k)
#else
#define KEPT 1
#define AT(k) 0
#endif
#define LAST AT(DIMENSIONS - 1)

typedef struct {
  realv product[KEPT];  // of the hats
  uintv slot[KEPT];     // within the subgrid
} Prefix;

// Extends the prefixes over the dimensions from `changed` on. `shifts` are the subgrid's levels
// - 1.
FUNCTION void locate(realv x[VECTORS][DIMENSIONS], GLOBAL const uint* RESTRICT shifts,
                     const uint changed, Prefix prefix[VECTORS]) {
#pragma unroll
  for (uint k = 0; k < DIMENSIONS; ++k) {
    if (CACHED && k < changed) continue;
    const uint shift = shifts[k];
    const realv cells = SPLAT((real)(1u << shift));
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
      // The hat that covers a cell is centred in it; x = 1 belongs to the last one. Conversion
      // truncates, which for x >= 0 is the floor.
      const realv position = x[v][k] * cells;
      const uintv cell = min(TO_UINT(position), SPLAT_UINT((1u << shift) - 1));
      const realv hat = ONE - fabs(fma(position - TO_REAL(cell), SPLAT((real)2), -ONE));
      if (k == 0) {
        prefix[v].product[0] = hat;
        prefix[v].slot[0] = cell;
      } else {
        prefix[v].product[AT(k)] = prefix[v].product[AT(k - 1)] * hat;
        prefix[v].slot[AT(k)] = (prefix[v].slot[AT(k - 1)] << shift) + cell;
      }
    }
  }
}

FUNCTION void load_points(GLOBAL const real* RESTRICT data, const uint stride, const uint block,
                          realv x[VECTORS][DIMENSIONS]) {
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
#pragma unroll
    for (int k = 0; k < DIMENSIONS; ++k) {
      x[v][k] = LOAD(data + (size_t)k * stride, block * VECTORS + v);
    }
  }
}

// The list of subgrids, for both operators:
//   shifts   [subgrids][DIMENSIONS] level - 1
//   offsets  [subgrids] first slot of the subgrid in `full`
//   skips    [subgrids] where to go on if the basis function is missing
//   changes  [subgrids][2] first dimension whose level differs: in the next one, at skips[s]

#if !TRANSPOSED
// values[order[j]] = sum over all grid points of surplus phi(x_j).
//   data   [DIMENSIONS][stride], stride a multiple of POINTS * WORK_GROUP_SIZE
//   order  [stride]
//   full   surpluses or NaN
KERNEL(WORK_GROUP_SIZE)
multi_eval(GLOBAL const real* RESTRICT data, const uint stride, GLOBAL const uint* RESTRICT order,
           GLOBAL const uint* RESTRICT shifts, GLOBAL const ulong* RESTRICT offsets,
           GLOBAL const uint* RESTRICT skips, GLOBAL const uint* RESTRICT changes,
           const uint subgrids, GLOBAL const real* RESTRICT full, GLOBAL real* RESTRICT values) {
  const uint block = GROUP_ID * WORK_GROUP_SIZE + LOCAL_ID;
  realv x[VECTORS][DIMENSIONS];
  Prefix prefix[VECTORS];
  realv sum[VECTORS];
  load_points(data, stride, block, x);
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) sum[v] = ZERO;

  uint changed = 0;
  for (uint s = 0; s < subgrids;) {
    GLOBAL const real* const subgrid = full + offsets[s];
    locate(x, shifts + (size_t)s * DIMENSIONS, changed, prefix);
    bool met = false;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
      uint slots[VECTOR_WIDTH];
      real surpluses[VECTOR_WIDTH];
      STORE(prefix[v].slot[LAST], slots, 0);
#pragma unroll
      for (int lane = 0; lane < VECTOR_WIDTH; ++lane) {
        surpluses[lane] = subgrid[slots[lane]];
        met = met || !isnan(surpluses[lane]);
      }
      const realv surplus = LOAD(surpluses, 0);
      sum[v] = fma(surplus == surplus ? surplus : ZERO, prefix[v].product[LAST], sum[v]);
    }
    changed = changes[2 * (size_t)s + (met ? 0 : 1)];
    s = met ? s + 1 : skips[s];
  }

#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    real lanes[VECTOR_WIDTH];
    STORE(sum[v], lanes, 0);
#pragma unroll
    for (int lane = 0; lane < VECTOR_WIDTH; ++lane) {
      values[order[block * POINTS + v * VECTOR_WIDTH + lane]] = lanes[lane];
    }
  }
}

#else
// full[copy][slot] += sum_j weights[order[j]] phi_slot(x_j) where the grid has a point.
//   blocks  of POINTS data points; the work items, `items` together, take turns
//   weights [stride], 0 in the padding
//   full    [copies][size] 0 or NaN
KERNEL(WORK_GROUP_SIZE)
multi_eval_transposed(GLOBAL const real* RESTRICT data, const uint stride,
                      GLOBAL const uint* RESTRICT order, GLOBAL const uint* RESTRICT shifts,
                      GLOBAL const ulong* RESTRICT offsets, GLOBAL const uint* RESTRICT skips,
                      GLOBAL const uint* RESTRICT changes, const uint subgrids,
                      GLOBAL const real* RESTRICT weights, const uint blocks, const uint items,
                      const uint copies, const ulong size, GLOBAL real* RESTRICT full) {
  const uint item = GROUP_ID * WORK_GROUP_SIZE + LOCAL_ID;
  GLOBAL real* const sums = full + (ATOMIC ? GROUP_ID % copies : item) * size;
  for (uint block = item; block < blocks; block += items) {
    realv x[VECTORS][DIMENSIONS];
    Prefix prefix[VECTORS];
    real weight[POINTS];
    load_points(data, stride, block, x);
#pragma unroll
    for (int p = 0; p < POINTS; ++p) weight[p] = weights[order[block * POINTS + p]];

    uint changed = 0;
    for (uint s = 0; s < subgrids;) {
      GLOBAL real* const subgrid = sums + offsets[s];
      locate(x, shifts + (size_t)s * DIMENSIONS, changed, prefix);
      bool met = false;
#pragma unroll
      for (int v = 0; v < VECTORS; ++v) {
        uint slots[VECTOR_WIDTH];
        real terms[VECTOR_WIDTH];
        STORE(prefix[v].slot[LAST], slots, 0);
        STORE(prefix[v].product[LAST] * LOAD(weight, v), terms, 0);
#pragma unroll
        for (int lane = 0; lane < VECTOR_WIDTH; ++lane) {
          // A missing point stays NaN whatever is added: the mark needs no second look.
          GLOBAL real* const sum = subgrid + slots[lane];
#if ATOMIC
          if (isnan(*sum)) continue;
          met = true;
          atomic_add_real(sum, terms[lane]);
#else
          const real added = *sum + terms[lane];
          met = met || !isnan(added);
          *sum = added;
#endif
        }
      }
      changed = changes[2 * (size_t)s + (met ? 0 : 1)];
      s = met ? s + 1 : skips[s];
    }
  }
}
#endif
