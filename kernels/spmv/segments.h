// Sums over the neighbouring items of a group that have the same key. Constants: WORK_GROUP_SIZE, a
// multiple of 32, and those of dialect.h.
#ifndef SPMV_SEGMENTS_H
#define SPMV_SEGMENTS_H

#include "dialect.h"

#define SEGMENT_BLOCKS (WORK_GROUP_SIZE / 32)

// Local memory for them.
typedef struct {
  real sums[WORK_GROUP_SIZE];
#ifdef __OPENCL_VERSION__
  uint keys[WORK_GROUP_SIZE];
#endif
  real of_block[SEGMENT_BLOCKS];  // the sum of its last item
  uint first_key[SEGMENT_BLOCKS];
  uint last_key[SEGMENT_BLOCKS];
} segments_t;

// memory->sums[i] = the sum of the values of item i and of the items before it, back to the first
// one that has another key. Keys must not fall from item to item. All items must call it; the sums
// are complete when it ends, and memory may be used again after a barrier.
//
// Items are added up in blocks of 32 and then blocks are: in CUDA a block is a warp; in OpenCL each
// item reads the preceding values of its block, which needs few barriers.
INLINED void sum_segments(LOCAL_SPACE segments_t* const memory, const uint key, const real value) {
  const uint block = LOCAL_ID / 32;
  real sum = value;
#ifdef __OPENCL_VERSION__
  memory->keys[LOCAL_ID] = key;
  memory->sums[LOCAL_ID] = value;
  BARRIER();
  for (uint i = LOCAL_ID; i > block * 32 && memory->keys[i - 1] == key; --i) {
    sum += memory->sums[i - 1];
  }
#else
  for (uint distance = 1; distance < 32; distance *= 2) {
    const real other = __shfl_up_sync(0xffffffffu, sum, distance);
    const uint other_key = __shfl_up_sync(0xffffffffu, key, distance);
    if (LOCAL_ID % 32 >= distance && other_key == key) sum += other;
  }
#endif
  if (LOCAL_ID % 32 == 0) memory->first_key[block] = key;
  if (LOCAL_ID % 32 == 31) {
    memory->last_key[block] = key;
    memory->of_block[block] = sum;
  }
  BARRIER();
  // A block before has all of its items in the segment if its first one is.
  for (uint b = block; b > 0 && memory->first_key[b] == key && memory->last_key[b - 1] == key;
       --b) {
    sum += memory->of_block[b - 1];
  }
  memory->sums[LOCAL_ID] = sum;
  BARRIER();
}

#endif
