// The subspace-linear algorithm (thesis, Algorithms 3.3 to 3.5): every subgrid is stored full, in
// row-major order of (index - 1) / 2, with NaN where the grid has no point. A data point meets at
// most one basis function of a subgrid; where that one is missing, so are those of all subgrids of
// level >= l, and `skips` leads past those that follow in the lexicographic list.
//
// Compile-time constants beside those of the dialect (VECTOR_WIDTH = 1):
//   DIMENSIONS       of grid and data
//   WORK_GROUP_SIZE  work items in a group
//   POINTS           neighbouring data points of an item, which walks the list for all of them
//   CACHED           1: keep slot and product of the leading dimensions whose level is unchanged
//   TRANSPOSED       1: B v, 0: B^T alpha
//   ATOMIC           1: work groups share copies of the sums; 0: every work item has its own
#include "dialect.h"

// What an item knows of one data point and the subgrid at hand: [k] covers the dimensions up to k.
#if CACHED
#define KEPT DIMENSIONS
#else
#define KEPT 1
#endif
#define AT(k) (CACHED ? (k) : 0)

typedef struct {
  real product[KEPT];  // of the hats
  uint slot[KEPT];     // within the subgrid
} Prefix;

// Extends the prefixes of all points over the dimensions from `changed` on. `shifts` are the
// subgrid's levels - 1, by dimension.
FUNCTION void locate(real x[POINTS][DIMENSIONS], GLOBAL const uint* RESTRICT shifts,
                     const uint changed, Prefix prefix[POINTS]) {
#pragma unroll
  for (uint k = 0; k < DIMENSIONS; ++k) {
    if (CACHED && k < changed) continue;
    const uint shift = shifts[k];
    const real cells = (real)(1u << shift);
#pragma unroll
    for (int v = 0; v < POINTS; ++v) {
      // The hat that covers a cell is centred in it; x = 1 belongs to the last one.
      const real position = x[v][k] * cells;
      const real cell = fmin(floor(position), cells - (real)1);
      const real fraction = position - cell;
      const real hat = (real)2 * fmin(fraction, (real)1 - fraction);
      const real product = k == 0 ? (real)1 : prefix[v].product[AT(k - 1)];
      const uint slot = k == 0 ? 0 : prefix[v].slot[AT(k - 1)];
      prefix[v].product[AT(k)] = product * hat;
      prefix[v].slot[AT(k)] = (slot << shift) + (uint)cell;
    }
  }
}

FUNCTION void load_points(GLOBAL const real* RESTRICT data, const uint stride, const uint block,
                          real x[POINTS][DIMENSIONS]) {
#pragma unroll
  for (int v = 0; v < POINTS; ++v) {
#pragma unroll
    for (int k = 0; k < DIMENSIONS; ++k) x[v][k] = data[(size_t)k * stride + block * POINTS + v];
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
  real x[POINTS][DIMENSIONS];
  Prefix prefix[POINTS];
  real sum[POINTS];
  load_points(data, stride, block, x);
#pragma unroll
  for (int v = 0; v < POINTS; ++v) sum[v] = 0;

  uint changed = 0;
  for (uint s = 0; s < subgrids;) {
    locate(x, shifts + (size_t)s * DIMENSIONS, changed, prefix);
    bool met = false;
#pragma unroll
    for (int v = 0; v < POINTS; ++v) {
      const real surplus = full[offsets[s] + prefix[v].slot[AT(DIMENSIONS - 1)]];
      const bool there = !isnan(surplus);
      met = met || there;
      sum[v] = there ? fma(surplus, prefix[v].product[AT(DIMENSIONS - 1)], sum[v]) : sum[v];
    }
    changed = changes[2 * (size_t)s + (met ? 0 : 1)];
    s = met ? s + 1 : skips[s];
  }

#pragma unroll
  for (int v = 0; v < POINTS; ++v) values[order[block * POINTS + v]] = sum[v];
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
    real x[POINTS][DIMENSIONS];
    Prefix prefix[POINTS];
    real weight[POINTS];
    load_points(data, stride, block, x);
#pragma unroll
    for (int v = 0; v < POINTS; ++v) weight[v] = weights[order[block * POINTS + v]];

    uint changed = 0;
    for (uint s = 0; s < subgrids;) {
      locate(x, shifts + (size_t)s * DIMENSIONS, changed, prefix);
      bool met = false;
#pragma unroll
      for (int v = 0; v < POINTS; ++v) {
        GLOBAL real* const sum = sums + offsets[s] + prefix[v].slot[AT(DIMENSIONS - 1)];
        if (isnan(*sum)) continue;
        met = true;
        const real term = weight[v] * prefix[v].product[AT(DIMENSIONS - 1)];
#if ATOMIC
        atomic_add_real(sum, term);
#else
        *sum += term;
#endif
      }
      changed = changes[2 * (size_t)s + (met ? 0 : 1)];
      s = met ? s + 1 : skips[s];
    }
  }
}
#endif
