// A queue in local memory that a group selects with: the k largest numbers so far, and behind them
// the candidates that came since. Whenever it is full it is sorted, by a bitonic network (Batcher,
// "Sorting Networks and Their Applications", AFIPS Spring Joint Computer Conference, 1968), and the
// k largest stay. As only numbers above the k-th largest become candidates, that happens seldom
// (Johnson, Douze, Jegou, "Billion-scale Similarity Search with GPUs", IEEE Transactions on Big
// Data 7, 2021, have such queues in registers).
//
// Constants: those of top_k/shares.h, where ITEMS is at most 32, and ROOM, the numbers that the
// queue holds: a power of two, at least 2 k.
#ifndef TOP_K_QUEUE_H
#define TOP_K_QUEUE_H

#include "top_k/shares.h"

typedef struct {
  key_type keys[ROOM];
  uint places[ROOM];
  uint count;  // numbers in the queue, or that were to enter it
} queue_t;

INLINED void clear_queue(LOCAL_SPACE queue_t* const queue) {
  if (LOCAL_ID == 0) queue->count = 0;
  BARRIER();
}

// Sorts the first n places of the queue, a power of two, the largest first.
INLINED void sort_places(LOCAL_SPACE queue_t* const queue, const uint n) {
  for (uint size = 2; size <= n; size *= 2) {
    for (uint stride = size / 2; stride > 0; stride /= 2) {
      for (uint i = LOCAL_ID; i < n / 2; i += WORK_GROUP_SIZE) {
        const uint a = 2 * i - (i & (stride - 1));
        const uint b = a + stride;
        const key_type key_a = queue->keys[a];
        const key_type key_b = queue->keys[b];
        const bool falls = (a & size) == 0;
        if (falls ? key_a < key_b : key_a > key_b) {
          const uint place = queue->places[a];
          queue->keys[a] = key_b;
          queue->keys[b] = key_a;
          queue->places[a] = queue->places[b];
          queue->places[b] = place;
        }
      }
      BARRIER();
    }
  }
}

// Sorts the queue, the largest first, and leaves at most k numbers in it. Returns the key of the
// k-th, NO_KEY if there are fewer. Places up to the k-th that have no number hold NO_KEY.
INLINED key_type sort_queue(LOCAL_SPACE queue_t* const queue, const uint k) {
  const uint count = min(queue->count, (uint)ROOM);
  uint n = 2;
  while (n < count || n < k) n *= 2;
  for (uint i = count + LOCAL_ID; i < n; i += WORK_GROUP_SIZE) {
    queue->keys[i] = NO_KEY;
    queue->places[i] = 0;
  }
  BARRIER();
  if (LOCAL_ID == 0) queue->count = min(count, k);
  sort_places(queue, n);
  return queue->keys[k - 1];
}

// Offers the numbers of the items' shares to the queue. `bound` is what sort_queue returned last,
// NO_KEY at first; so is what is returned.
INLINED key_type offer(LOCAL_SPACE queue_t* const queue, const uint k, const key_type* const keys,
                       const uint* const places, key_type bound) {
  uint waiting = 0xffffffffu;  // a bit for each number
  uint count;
  do {
#pragma unroll
    for (uint i = 0; i < ITEMS; ++i) {
      if ((waiting >> i & 1) == 0) continue;
      uint slot = 0;
      if (keys[i] > bound) {
        slot = ATOMIC_ADD(&queue->count, 1u);
        if (slot < ROOM) {
          queue->keys[slot] = keys[i];
          queue->places[slot] = places[i];
        }
      }
      if (slot < ROOM) waiting &= ~(1u << i);  // it is in the queue, or too small
    }
    BARRIER();
    count = queue->count;
    BARRIER();
    if (count > ROOM) bound = sort_queue(queue, k);
  } while (count > ROOM);
  return bound;
}

#endif
