// The local memory of a group that grows a subtree: CAPACITY samples, of all nodes of one level
// after another. Constant: CAPACITY, even, up to 32768.
//
// Samples are in the order of (node, label); those of one label in one node are a run. A node's
// number is its index among the level's nodes; its slot is half the place of its first sample:
// nodes of at least two samples have distinct slots. So do attempts (subtree_search.h), whose order
// defines the places of the arrays "by place" below.
#ifndef FOREST_LEVEL_WISE_SUBTREE_MEMORY_H
#define FOREST_LEVEL_WISE_SUBTREE_MEMORY_H

#define SLOTS (CAPACITY / 2)

typedef struct {
  // ulong [CAPACITY], by place: sums, up to and including the place, of the left side's gains and
  // the right side's losses; then the score of the cut after the place.
  LOCAL_SPACE ulong* gains;
  LOCAL_SPACE ulong* losses;
  // ulong [SLOTS]
  LOCAL_SPACE ulong* keys;
  LOCAL_SPACE ulong* parent_keys;  // by number of the parent's split
  LOCAL_SPACE ulong* gain_before;  // by attempt
  LOCAL_SPACE ulong* loss_at_end;
  LOCAL_SPACE ulong* best_gains;  // score of the best cut so far
  LOCAL_SPACE ulong* best_losses;
  // uint [CAPACITY], or one more
  LOCAL_SPACE uint* ranks;  // sorted together with carried
  LOCAL_SPACE uint* carried;
  LOCAL_SPACE uint* ranks_of_runs;  // sorted together with carried_by_runs
  LOCAL_SPACE uint* carried_by_runs;
  LOCAL_SPACE uint* rows;
  LOCAL_SPACE uint* packed;
  LOCAL_SPACE uint* node_of;         // number of a sample's node
  LOCAL_SPACE uint* run_of;          // number of a sample's run among all
  LOCAL_SPACE uint* run_begins;      // [+ 1] first sample of each run
  LOCAL_SPACE uint* weights_before;  // [+ 1] of the samples before one
  LOCAL_SPACE uint* node_begins;     // [+ 1] by number
  LOCAL_SPACE uint* draws;  // by place: draws of its label before it, then all draws up to it
  // uint [SLOTS]
  LOCAL_SPACE uint* attributes;       // by attempt
  LOCAL_SPACE uint* best_attributes;  // NO_ATTRIBUTE: none found; CLOSED: a leaf
  LOCAL_SPACE uint* best_lows;
  LOCAL_SPACE uint* best_highs;
  LOCAL_SPACE uint* splits;  // number among the level's splits
  LOCAL_SPACE uint* sums;
  LOCAL_SPACE ulong* long_sums;
} subtree_t;

#define CLOSED 0xfffffffeu
#define SUBTREE_BYTES (8 * (2 * CAPACITY + 6 * SLOTS) + 4 * (12 * (CAPACITY + 1) + 5 * SLOTS))

FUNCTION subtree_t subtree_in(LOCAL_SPACE ulong* const memory, LOCAL_SPACE uint* const sums,
                              LOCAL_SPACE ulong* const long_sums) {
  subtree_t s;
  LOCAL_SPACE ulong* longs = memory;
  s.gains = longs;
  s.losses = longs + CAPACITY;
  longs += 2 * CAPACITY;
  s.keys = longs;
  s.parent_keys = longs + SLOTS;
  s.gain_before = longs + 2 * SLOTS;
  s.loss_at_end = longs + 3 * SLOTS;
  s.best_gains = longs + 4 * SLOTS;
  s.best_losses = longs + 5 * SLOTS;
  LOCAL_SPACE uint* words = (LOCAL_SPACE uint*)(longs + 6 * SLOTS);
  s.ranks = words;
  s.carried = words + (CAPACITY + 1);
  s.ranks_of_runs = words + 2 * (CAPACITY + 1);
  s.carried_by_runs = words + 3 * (CAPACITY + 1);
  s.rows = words + 4 * (CAPACITY + 1);
  s.packed = words + 5 * (CAPACITY + 1);
  s.node_of = words + 6 * (CAPACITY + 1);
  s.run_of = words + 7 * (CAPACITY + 1);
  s.run_begins = words + 8 * (CAPACITY + 1);
  s.weights_before = words + 9 * (CAPACITY + 1);
  s.node_begins = words + 10 * (CAPACITY + 1);
  s.draws = words + 11 * (CAPACITY + 1);
  words += 12 * (CAPACITY + 1);
  s.attributes = words;
  s.best_attributes = words + SLOTS;
  s.best_lows = words + 2 * SLOTS;
  s.best_highs = words + 3 * SLOTS;
  s.splits = words + 4 * SLOTS;
  s.sums = sums;
  s.long_sums = long_sums;
  return s;
}

#define FOR_ITEMS(i, n) for (uint i = LOCAL_ID; i < (n); i += WORK_GROUP_SIZE)

#endif
