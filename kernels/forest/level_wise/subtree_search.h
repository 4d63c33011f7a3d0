// The splits of a level of a subtree that a group grows: all nodes try one or a few attributes each
// at the same time, by one sort by (node, attribute, code) and prefix sums over all samples, from
// which each node takes the part between its ends. Constants: those of subtree_samples.h and
// score.h; FEW_LABELS, up to which labels are counted by sums; SUBTREE_AT_ONCE, the maximum number
// of attributes of a node.
//
// An attempt is a node with one of its attributes. The level's samples have a copy for each
// attribute that nodes try at once, so that an attempt is identified by its begin, and has a slot
// of its own like a node.
#ifndef FOREST_LEVEL_WISE_SUBTREE_SEARCH_H
#define FOREST_LEVEL_WISE_SUBTREE_SEARCH_H

#include "forest/level_wise/subtree_samples.h"
#include "forest/score.h"

// A level's numbers of samples and nodes, and the number of copies of its samples.
typedef struct {
  uint samples;
  uint nodes;
  uint copies;
} search_t;
#define PLACES(search) ((search).copies * (search).samples)

FUNCTION uint begin_of_attempt(const subtree_t s, const search_t search, const uint node,
                               const uint copy) {
  return copy * search.samples + s.node_begins[node];
}
// The begin of the attempt at a place, and its sample, once places are sorted.
FUNCTION uint attempt_at(const subtree_t s, const uint place) { return s.ranks[place] >> 16; }
FUNCTION uint sample_at(const subtree_t s, const uint place) { return s.carried[place] & 0xffff; }
FUNCTION uint code_at(const subtree_t s, const uint place) {
  return s.ranks[place] << 16 | s.carried[place] >> 16;
}

// Sorts places by (attempt, code).
FUNCTION void order_codes(const subtree_t s, const search_t search, const growth_t growth) {
  FOR_ITEMS(place, PLACES(search)) {
    const uint copy = place / search.samples;
    const uint i = place - copy * search.samples;
    const uint node = s.node_of[i];
    const uint begin = begin_of_attempt(s, search, node, copy);
    const uint attribute = has_slot(s, node) ? s.attributes[begin / 2] : NO_ATTRIBUTE;
    const uint code = attribute != NO_ATTRIBUTE ? code_of(growth, s, i, attribute) : 0;
    s.ranks[place] = begin << 16 | code >> 16;
    s.carried[place] = code << 16 | i;
  }
  BARRIER();
  sort_local(s.ranks, s.carried, PLACES(search));
}

// Sets `draws` to the draws of a place's label in its attempt before the place: for few labels by
// sums for two labels at a time, for any number of labels by sorting runs by place.
FUNCTION void count_few_labels(const subtree_t s, const search_t search, const uint labels) {
  LOCAL_SPACE ulong* const before = s.gains;
  for (uint first = 0; first < labels; first += 2) {
    FOR_ITEMS(place, PLACES(search)) {
      const uint sample = s.packed[sample_at(s, place)];
      before[place] = as_one_of_two(PACKED_LABEL(sample), first, PACKED_WEIGHT(sample));
    }
    BARRIER();
    long_scan(s.long_sums, before, PLACES(search), true);
    FOR_ITEMS(place, PLACES(search)) {
      const uint label = PACKED_LABEL(s.packed[sample_at(s, place)]);
      if (label - first > 1) continue;
      s.draws[place] = one_of_two(before[place], label, first) -
                       one_of_two(before[attempt_at(s, place)], label, first);
    }
    BARRIER();
  }
}
FUNCTION void count_many_labels(const subtree_t s, const search_t search) {
  FOR_ITEMS(place, PLACES(search)) {
    const uint i = sample_at(s, place);
    const uint copy_begins = attempt_at(s, place) - s.node_begins[s.node_of[i]];
    s.ranks_of_runs[place] = (copy_begins + s.run_begins[s.run_of[i]]) << 16 | place;
    s.carried_by_runs[place] = PACKED_WEIGHT(s.packed[i]);
  }
  BARRIER();
  sort_local(s.ranks_of_runs, s.carried_by_runs, PLACES(search));
  scan(s.sums, s.carried_by_runs, PLACES(search), true);
  FOR_ITEMS(q, PLACES(search)) {
    const uint run = s.ranks_of_runs[q] >> 16;
    s.draws[s.ranks_of_runs[q] & 0xffff] = s.carried_by_runs[q] - s.carried_by_runs[run];
  }
  BARRIER();
}

FUNCTION void count_labels(const subtree_t s, const search_t search, const uint labels) {
#if FEW_LABELS > 0
  if (labels <= FEW_LABELS) {
    count_few_labels(s, search, labels);
    return;
  }
#endif
  count_many_labels(s, search);
}

// Computes prefix sums of gains, losses and draws by place, and their values at the ends of
// attempts.
FUNCTION void sum_moves(const subtree_t s, const search_t search, GLOBAL const ulong* const table) {
  FOR_ITEMS(place, PLACES(search)) {
    const uint i = sample_at(s, place);
    const uint weight = PACKED_WEIGHT(s.packed[i]);
    const uint before = s.draws[place];
    const uint all = run_weight(s, s.run_of[i]);
    s.gains[place] = label_gain(table, before, weight);
    s.losses[place] = label_gain(table, all - before - weight, weight);
    s.draws[place] = weight;
  }
  BARRIER();
  long_scan(s.long_sums, s.gains, PLACES(search), false);
  long_scan(s.long_sums, s.losses, PLACES(search), false);
  scan(s.sums, s.draws, PLACES(search), false);
  FOR_ITEMS(place, PLACES(search)) {
    const uint begin = attempt_at(s, place);
    const uint size = size_of(s, s.node_of[sample_at(s, place)]);
    if (size < 2) continue;
    if (place == begin) s.gain_before[begin / 2] = begin > 0 ? s.gains[begin - 1] : 0;
    if (place + 1 == begin + size) s.loss_at_end[begin / 2] = s.losses[place];
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

// Makes candidates of places: their scores, and the places themselves in `ranks_of_runs`; NO_PLACE:
// no cut.
#define NO_PLACE 0xffffffffu
FUNCTION void score_places(const subtree_t s, const search_t search,
                           GLOBAL const ulong* const table) {
  FOR_ITEMS(place, PLACES(search)) {
    const uint node = s.node_of[sample_at(s, place)];
    const uint begin = attempt_at(s, place);
    s.ranks_of_runs[place] = NO_PLACE;
    if (place + 1 == begin + size_of(s, node) || code_at(s, place) == code_at(s, place + 1)) {
      continue;
    }
    const uint left = s.draws[place] - (begin > 0 ? s.draws[begin - 1] : 0);
    const score_t score =
        score_of(table, s.gains[place] - s.gain_before[begin / 2],
                 s.loss_at_end[begin / 2] - s.losses[place], left, draws_of(s, node) - left);
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

// Returns the better of two places of an attempt, the lower one if they are equal.
FUNCTION uint better_place(const subtree_t s, const uint a, const uint b) {
  if (a == NO_PLACE) return b;
  if (b == NO_PLACE) return a;
  const int order = compare_scores(score_at(s, a), score_at(s, b));
  return order > 0 || (order == 0 && a < b) ? a : b;
}

// Computes each attempt's best place, stored at its first place: the range covered by each place
// doubles in each step.
FUNCTION LOCAL_SPACE uint* best_places(const subtree_t s, const search_t search,
                                       const uint longest) {
  LOCAL_SPACE uint* from = s.ranks_of_runs;
  LOCAL_SPACE uint* to = s.carried_by_runs;
  for (uint distance = 1; distance < longest; distance *= 2) {
    FOR_ITEMS(place, PLACES(search)) {
      const uint other = place + distance;
      const bool is_there = other < PLACES(search) && attempt_at(s, other) == attempt_at(s, place);
      to[place] = is_there ? better_place(s, from[place], from[other]) : from[place];
    }
    BARRIER();
    LOCAL_SPACE uint* const last = from;
    from = to;
    to = last;
  }
  return from;
}

// Replaces a node's best cut, in its slot, by the cut after a place if that is better.
FUNCTION void keep_better(const subtree_t s, const uint slot, const uint attribute,
                          const uint place) {
  candidate_t last;
  last.attribute = s.best_attributes[slot];
  last.low = s.best_lows[slot];
  last.high = s.best_highs[slot];
  last.left_draws = 0;
  candidate_t found = last;
  found.score = score_at(s, place);
  found.attribute = attribute;
  found.low = code_at(s, place);
  found.high = code_at(s, place + 1);
#if CRITERION == 0
  last.score.numerator = s.best_gains[slot];
  last.score.denominator = s.best_losses[slot];
#else
  last.score.value = s.best_gains[slot];
#endif
  if (!is_better(found, last)) return;
  s.best_gains[slot] = s.gains[place];
  s.best_losses[slot] = s.losses[place];
  s.best_attributes[slot] = found.attribute;
  s.best_lows[slot] = found.low;
  s.best_highs[slot] = found.high;
}

// Replaces the nodes' best cuts by those of the attributes just tried if these are better.
FUNCTION void keep_best(const subtree_t s, const search_t search,
                        LOCAL_SPACE const uint* const places) {
  FOR_ITEMS(node, search.nodes) {
    if (!has_slot(s, node)) continue;
    for (uint copy = 0; copy < search.copies; ++copy) {
      const uint begin = begin_of_attempt(s, search, node, copy);
      const uint attribute = s.attributes[begin / 2];
      if (attribute == NO_ATTRIBUTE || places[begin] == NO_PLACE) continue;
      keep_better(s, slot_of(s, node), attribute, places[begin]);
    }
  }
  BARRIER();
}

// Chooses the attributes at some places of the nodes' permutations, from `first` on one for each
// copy, for nodes without a split from earlier rounds. Returns the samples of the largest node that
// tries any; 0 if none does.
FUNCTION uint choose_attributes(const subtree_t s, const search_t search, const growth_t growth,
                                const uint round, const uint first, LOCAL_SPACE uint* longest) {
  if (LOCAL_ID == 0) *longest = 0;
  BARRIER();
  FOR_ITEMS(node, search.nodes) {
    if (!has_slot(s, node)) continue;
    const uint slot = slot_of(s, node);
    // In the first step of a round, nodes with a split drop out; the others stay until its end.
    const bool is_waiting =
        first == 0 ? s.best_attributes[slot] == NO_ATTRIBUTE : s.attributes[slot] != NO_ATTRIBUTE;
    for (uint copy = 0; copy < search.copies; ++copy) {
      uint attribute = NO_ATTRIBUTE;
      if (is_waiting && first + copy < growth.tried) {
        attribute = tried_attribute(growth.seed, growth.tree, s.keys[slot], growth.attributes,
                                    growth.tried, round * growth.tried + first + copy);
      }
      s.attributes[begin_of_attempt(s, search, node, copy) / 2] = attribute;
      if (attribute != NO_ATTRIBUTE) ATOMIC_MAX(longest, size_of(s, node));
    }
  }
  BARRIER();
  const uint most = *longest;
  BARRIER();
  return most;
}

// Finds the best splits of all open nodes.
FUNCTION void find_splits(const subtree_t s, const uint n, const uint nodes, const growth_t growth,
                          LOCAL_SPACE uint* longest) {
  const uint at_once = min(min((uint)SUBTREE_AT_ONCE, growth.tried), (uint)CAPACITY / n);
  const search_t search = {n, nodes, at_once};
  const uint rounds = (growth.attributes + growth.tried - 1) / growth.tried;
  for (uint round = 0; round < rounds; ++round) {
    for (uint k = 0; k < growth.tried; k += at_once) {
      const uint most = choose_attributes(s, search, growth, round, k, longest);
      if (most == 0 && k == 0) return;
      if (most == 0) break;
      order_codes(s, search, growth);
      count_labels(s, search, growth.labels);
      sum_moves(s, search, growth.table);
      score_places(s, search, growth.table);
      keep_best(s, search, best_places(s, search, most));
    }
  }
}

#endif
