// Stably merges two sorted runs that are adjacent in a group's local memory: pairs of the first run
// precede equal ones of the second. Each work item finds where its share of the result begins in
// either run (Green, McColl and Bader 2012, "GPU Merge Path") and merges as many pairs as it holds
// in registers. CUDA only. Constants: those of digits.h.
#ifndef SORT_MERGE_H
#define SORT_MERGE_H

#include "sort/group_sort.h"

// Work items begin at places of equal distances, which would fall into the same few banks: one
// place in 33 is therefore unused.
FUNCTION uint spread_place(const uint place) { return place + place / 32; }

// Returns the rank at a place; runs are spread from local memory's first place on.
FUNCTION uint rank_in_run(const local_pairs_t pairs, const uint place) {
  return pairs.ranks[spread_place(place)];
}

// Returns how many of the first `diagonal` pairs of the result are from the first run. The runs are
// the first `first_count` of `count` pairs, and all others.
FUNCTION uint split_of_runs(const local_pairs_t pairs, const uint first_count, const uint count,
                            const uint diagonal) {
  const uint second_count = count - first_count;
  uint low = diagonal > second_count ? diagonal - second_count : 0;
  uint high = diagonal < first_count ? diagonal : first_count;
  while (low < high) {
    const uint middle = (low + high) / 2;
    const uint other = first_count + diagonal - 1 - middle;
    if (rank_in_run(pairs, middle) <= rank_in_run(pairs, other)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Sets the rank after two runs of `rows` rows in total, which merge_runs reads as their end. No
// barrier.
FUNCTION void end_runs(const local_pairs_t pairs, const uint rows) {
  if (LOCAL_ID == 0) pairs.ranks[spread_place(rows * WORK_GROUP_SIZE)] = 0xffffffffu;
}

// Merges to registers the pairs [LOCAL_ID * rows, (LOCAL_ID + 1) * rows) of the result. The runs
// are the first `first_count` of `rows` rows of pairs and all others, and end_runs has been called.
// The caller adds barriers before and after.
FUNCTION void merge_runs(const local_pairs_t pairs, const uint first_count, const uint rows,
                         uint* const rank, carried_t* const carried) {
  const uint count = rows * WORK_GROUP_SIZE;
  const uint diagonal = LOCAL_ID * rows;
  uint first = split_of_runs(pairs, first_count, count, diagonal);
  uint second = first_count + diagonal - first;
  uint first_rank = rank_in_run(pairs, first);
  uint second_rank =
      // The rank after the end is the highest, so that no pair is taken from there.
      rank_in_run(pairs, second);
#pragma unroll
  for (uint i = 0; i < ELEMENTS; ++i) {
    if (i >= rows) break;
    const bool is_first = first_rank <= second_rank && first < first_count;
    const uint from = is_first ? first : second;
    rank[i] = is_first ? first_rank : second_rank;
    carried[i] = pairs.carried[spread_place(from)];
    if (is_first) {
      first_rank = rank_in_run(pairs, ++first);
    } else {
      second_rank = rank_in_run(pairs, ++second);
    }
  }
}

// Stores the result of merge_runs from registers to local memory, as one run.
FUNCTION void put_merged(const uint* const rank, const carried_t* const carried, const uint rows,
                         const local_pairs_t pairs) {
#pragma unroll
  for (uint i = 0; i < ELEMENTS; ++i) {
    if (i >= rows) break;
    const uint place = spread_place(LOCAL_ID * rows + i);
    pairs.ranks[place] = rank[i];
    pairs.carried[place] = carried[i];
  }
}

#endif
