// The splits of a level of a subtree that a group grows: all nodes try an attribute each at the
// same time, in one sort by (node, code) and sums over all samples, from which each node takes what
// lies between its ends. Constants: those of subtree_samples.h and score.h; FEW_LABELS, up to which
// labels are counted by sums.
#ifndef FOREST_LEVEL_WISE_SUBTREE_SEARCH_H
#define FOREST_LEVEL_WISE_SUBTREE_SEARCH_H

#include "forest/level_wise/subtree_samples.h"
#include "forest/score.h"

// Samples into the order of (node, code of the attribute that their node tries).
FUNCTION void order_codes(const subtree_t s, const uint n, const growth_t growth) {
  FOR_ITEMS(i, n) {
    const uint node = s.node_of[i];
    const uint attribute = has_slot(s, node) ? s.attributes[slot_of(s, node)] : NO_ATTRIBUTE;
    const uint code = attribute != NO_ATTRIBUTE ? code_of(growth, s, i, attribute) : 0;
    s.ranks[i] = s.node_of[i] << 16 | code >> 16;
    s.carried[i] = code << 16 | i;
  }
  BARRIER();
  sort_local(s.ranks, s.carried, n);
}
FUNCTION uint code_at(const subtree_t s, const uint place) {
  return s.ranks[place] << 16 | s.carried[place] >> 16;
}

// `draws` become draws of its label in its node before each sample: by sums for each two labels,
// or, whatever their number, by sorting runs by place.
FUNCTION void count_few_labels(const subtree_t s, const uint n, const uint labels) {
  LOCAL_SPACE ulong* const before = s.gains;
  for (uint first = 0; first < labels; first += 2) {
    FOR_ITEMS(place, n) {
      const uint sample = s.packed[s.carried[place] & 0xffff];
      before[place] = as_one_of_two(PACKED_LABEL(sample), first, PACKED_WEIGHT(sample));
    }
    BARRIER();
    long_scan(s.long_sums, before, n, true);
    FOR_ITEMS(place, n) {
      const uint label = PACKED_LABEL(s.packed[s.carried[place] & 0xffff]);
      if (label - first > 1) continue;
      const uint begin = s.node_begins[s.ranks[place] >> 16];
      s.draws[place] =
          one_of_two(before[place], label, first) - one_of_two(before[begin], label, first);
    }
    BARRIER();
  }
}
FUNCTION void count_many_labels(const subtree_t s, const uint n) {
  FOR_ITEMS(place, n) {
    const uint i = s.carried[place] & 0xffff;
    s.ranks_of_runs[place] = s.run_of[i] << 16 | place;
    s.carried_by_runs[place] = PACKED_WEIGHT(s.packed[i]);
  }
  BARRIER();
  sort_local(s.ranks_of_runs, s.carried_by_runs, n);
  scan(s.sums, s.carried_by_runs, n, true);
  FOR_ITEMS(q, n) {
    const uint begin = s.run_begins[s.ranks_of_runs[q] >> 16];
    s.draws[s.ranks_of_runs[q] & 0xffff] = s.carried_by_runs[q] - s.weights_before[begin];
  }
  BARRIER();
}

FUNCTION void count_labels(const subtree_t s, const uint n, const uint labels) {
#if FEW_LABELS > 0
  if (labels <= FEW_LABELS) {
    count_few_labels(s, n, labels);
    return;
  }
#endif
  count_many_labels(s, n);
}

// Sums up to each place of gains, losses and draws, and what they are at the ends of nodes.
FUNCTION void sum_moves(const subtree_t s, const uint n, const uint nodes,
                        GLOBAL const ulong* const table) {
  FOR_ITEMS(place, n) {
    const uint i = s.carried[place] & 0xffff;
    const uint weight = PACKED_WEIGHT(s.packed[i]);
    const uint before = s.draws[place];
    const uint all = run_weight(s, s.run_of[i]);
    s.gains[place] = label_gain(table, before, weight);
    s.losses[place] = label_gain(table, all - before - weight, weight);
    s.draws[place] = weight;
  }
  BARRIER();
  long_scan(s.long_sums, s.gains, n, false);
  long_scan(s.long_sums, s.losses, n, false);
  scan(s.sums, s.draws, n, false);
  FOR_ITEMS(node, nodes) {
    if (!has_slot(s, node)) continue;
    const uint begin = s.node_begins[node];
    const uint end = s.node_begins[node + 1];
    s.gain_before[begin / 2] = begin > 0 ? s.gains[begin - 1] : 0;
    s.loss_at_end[begin / 2] = s.losses[end - 1];
  }
  BARRIER();
}

FUNCTION score_t score_at(const subtree_t s, const uint place) {
  score_t score;
#if CRITERION == 0
  score.numerator = s.gains[place];
  score.denominator = s.losses[place];
#else
  score.value = s.gains[place];
#endif
  return score;
}

// Places become candidates: their scores, and themselves in `ranks_of_runs`; NO_PLACE: no cut.
#define NO_PLACE 0xffffffffu
FUNCTION void score_places(const subtree_t s, const uint n, GLOBAL const ulong* const table) {
  FOR_ITEMS(place, n) {
    const uint node = s.ranks[place] >> 16;
    const uint slot = slot_of(s, node);
    const uint end = s.node_begins[node + 1];
    s.ranks_of_runs[place] = NO_PLACE;
    if (place + 1 == end || code_at(s, place) == code_at(s, place + 1)) continue;
    const uint before = s.weights_before[s.node_begins[node]];
    const uint left = s.draws[place] - before;
    const score_t score =
        score_of(table, s.gains[place] - s.gain_before[slot], s.loss_at_end[slot] - s.losses[place],
                 left, s.weights_before[end] - before - left);
#if CRITERION == 0
    s.gains[place] = score.numerator;
    s.losses[place] = score.denominator;
#else
    s.gains[place] = score.value;
#endif
    s.ranks_of_runs[place] = place;
  }
  BARRIER();
}

// The better one of two places of a node, the lower one if they are equal.
FUNCTION uint better_place(const subtree_t s, const uint a, const uint b) {
  if (a == NO_PLACE) return b;
  if (b == NO_PLACE) return a;
  const int order = compare_scores(score_at(s, a), score_at(s, b));
  return order > 0 || (order == 0 && a < b) ? a : b;
}

// Each node's best place, at its first one: what each place knows reaches twice as far each time.
FUNCTION LOCAL_SPACE uint* best_places(const subtree_t s, const uint n, const uint longest) {
  LOCAL_SPACE uint* from = s.ranks_of_runs;
  LOCAL_SPACE uint* to = s.carried_by_runs;
  for (uint distance = 1; distance < longest; distance *= 2) {
    FOR_ITEMS(place, n) {
      const uint other = place + distance;
      const bool is_there = other < n && s.ranks[other] >> 16 == s.ranks[place] >> 16;
      to[place] = is_there ? better_place(s, from[place], from[other]) : from[place];
    }
    BARRIER();
    LOCAL_SPACE uint* const last = from;
    from = to;
    to = last;
  }
  return from;
}

// The nodes' best so far against those of the attributes tried just now.
FUNCTION void keep_best(const subtree_t s, const uint nodes, LOCAL_SPACE const uint* const places) {
  FOR_ITEMS(node, nodes) {
    if (!has_slot(s, node)) continue;
    const uint slot = slot_of(s, node);
    const uint place = places[s.node_begins[node]];
    if (s.attributes[slot] == NO_ATTRIBUTE || place == NO_PLACE) continue;
    candidate_t last;
    last.attribute = s.best_attributes[slot];
    last.low = s.best_lows[slot];
    last.high = s.best_highs[slot];
    last.left_draws = 0;
    candidate_t found = last;
    found.score = score_at(s, place);
    found.attribute = s.attributes[slot];
    found.low = code_at(s, place);
    found.high = code_at(s, place + 1);
#if CRITERION == 0
    last.score.numerator = s.best_gains[slot];
    last.score.denominator = s.best_losses[slot];
#else
    last.score.value = s.best_gains[slot];
#endif
    if (!is_better(found, last)) continue;
    s.best_gains[slot] = s.gains[place];
    s.best_losses[slot] = s.losses[place];
    s.best_attributes[slot] = found.attribute;
    s.best_lows[slot] = found.low;
    s.best_highs[slot] = found.high;
  }
  BARRIER();
}

// The attributes at one place of the nodes' permutations, for nodes without a split from earlier
// rounds. Returns the samples of the largest node; 0: nobody tries any.
FUNCTION uint choose_attributes(const subtree_t s, const uint nodes, const growth_t growth,
                                const uint round, const uint place, LOCAL_SPACE uint* longest) {
  if (LOCAL_ID == 0) *longest = 0;
  BARRIER();
  FOR_ITEMS(node, nodes) {
    if (!has_slot(s, node)) continue;
    const uint slot = slot_of(s, node);
    // In the round's first step nodes with a split leave it; the others go on with it.
    const bool is_waiting =
        place == 0 ? s.best_attributes[slot] == NO_ATTRIBUTE : s.attributes[slot] != NO_ATTRIBUTE;
    uint attribute = NO_ATTRIBUTE;
    if (is_waiting) {
      attribute = tried_attribute(growth.seed, growth.tree, s.keys[slot], growth.attributes,
                                  growth.tried, round * growth.tried + place);
    }
    s.attributes[slot] = attribute;
    const uint size = s.node_begins[node + 1] - s.node_begins[node];
    if (attribute != NO_ATTRIBUTE) ATOMIC_MAX(longest, size);
  }
  BARRIER();
  const uint most = *longest;
  BARRIER();
  return most;
}

// All open nodes' best splits.
FUNCTION void find_splits(const subtree_t s, const uint n, const uint nodes, const growth_t growth,
                          LOCAL_SPACE uint* longest) {
  const uint rounds = (growth.attributes + growth.tried - 1) / growth.tried;
  for (uint round = 0; round < rounds; ++round) {
    for (uint k = 0; k < growth.tried; ++k) {
      const uint most = choose_attributes(s, nodes, growth, round, k, longest);
      if (most == 0 && k == 0) return;
      if (most == 0) break;
      order_codes(s, n, growth);
      count_labels(s, n, growth.labels);
      sum_moves(s, n, nodes, growth.table);
      score_places(s, n, growth.table);
      keep_best(s, nodes, best_places(s, n, most));
    }
  }
}

#endif
