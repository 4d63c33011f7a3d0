// The samples of a subtree that a group grows, in the order of their nodes and labels. Constants:
// those of subtree_memory.h, group.h, columns.h and sort/network.h.
#ifndef FOREST_LEVEL_WISE_SUBTREE_SAMPLES_H
#define FOREST_LEVEL_WISE_SUBTREE_SAMPLES_H

#include "forest/columns.h"
#include "forest/level_wise/samples.h"
#include "forest/level_wise/subtree_memory.h"
#include "group.h"
#include "sort/network.h"

// The inputs that are constant while a subtree grows.
typedef struct {
  GLOBAL const code_t* codes;
  GLOBAL const ulong* table;
  uint samples;
  uint attributes;
  uint labels;
  uint tried;
  uint seed;
  uint tree;
  uint minimum_node_size;
  uint maximum_depth;
} growth_t;

FUNCTION uint code_of(const growth_t growth, const subtree_t s, const uint i,
                      const uint attribute) {
  return growth.codes[code_place(attribute, s.rows[i], growth.attributes, growth.samples)];
}
FUNCTION uint size_of(const subtree_t s, const uint node) {
  return s.node_begins[node + 1] - s.node_begins[node];
}
FUNCTION uint draws_of(const subtree_t s, const uint node) {
  return s.weights_before[s.node_begins[node + 1]] - s.weights_before[s.node_begins[node]];
}
// Whether a node has a slot; a node of one sample is a leaf and has none.
FUNCTION bool has_slot(const subtree_t s, const uint node) { return size_of(s, node) >= 2; }
FUNCTION uint slot_of(const subtree_t s, const uint node) { return s.node_begins[node] / 2; }
FUNCTION bool is_split(const subtree_t s, const uint node) {
  if (!has_slot(s, node)) return false;
  const uint attribute = s.best_attributes[slot_of(s, node)];
  return attribute != CLOSED && attribute != NO_ATTRIBUTE;
}

// Sorts n samples, whose nodes are in the upper halves of `ranks`, by (node, label).
FUNCTION void order_samples(const subtree_t s, const uint n) {
  LOCAL_SPACE uint* const rows = s.ranks_of_runs;
  LOCAL_SPACE uint* const packed = s.carried_by_runs;
  FOR_ITEMS(i, n) {
    s.ranks[i] |= PACKED_LABEL(s.packed[i]);
    s.carried[i] = i;
    rows[i] = s.rows[i];
    packed[i] = s.packed[i];
  }
  BARRIER();
  sort_local(s.ranks, s.carried, n);
  FOR_ITEMS(i, n) {
    s.rows[i] = rows[s.carried[i]];
    s.packed[i] = packed[s.carried[i]];
  }
  BARRIER();
}

// Finds the nodes and runs among n sorted samples; returns the number of runs.
FUNCTION uint find_runs(const subtree_t s, const uint n, const uint nodes) {
  FOR_ITEMS(i, n) {
    const uint rank = s.ranks[i];
    const bool is_first = i == 0 || s.ranks[i - 1] != rank;
    if (i == 0 || s.ranks[i - 1] >> 16 != rank >> 16) s.node_begins[rank >> 16] = i;
    s.node_of[i] = rank >> 16;
    s.run_of[i] = is_first ? 1 : 0;
    s.weights_before[i] = PACKED_WEIGHT(s.packed[i]);
  }
  BARRIER();
  const uint runs = scan(s.sums, s.run_of, n, false);
  const uint weight = scan(s.sums, s.weights_before, n, true);
  FOR_ITEMS(i, n) {
    s.run_of[i] -= 1;
    if (i == 0 || s.ranks[i - 1] != s.ranks[i]) s.run_begins[s.run_of[i]] = i;
  }
  if (LOCAL_ID == 0) {
    s.run_begins[runs] = n;
    s.node_begins[nodes] = n;
    s.weights_before[n] = weight;
  }
  BARRIER();
  return runs;
}

FUNCTION uint run_weight(const subtree_t s, const uint run) {
  return s.weights_before[s.run_begins[run + 1]] - s.weights_before[s.run_begins[run]];
}

#endif
