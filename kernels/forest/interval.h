// An interval of a tree's bootstrap, in which one work group searches a split: its labels are
// counted, its keys of an attribute sorted and scanned, and its entries partitioned. Haas (2016),
// sections 5.4 to 5.7 and Algorithm 5.7.1, in integers.
//
// An entry stands for draws of one sample: the sample's number, its row, and a tag that holds its
// label in the lower 16 bits and the number of draws in the upper 16 bits. A sample drawn more
// often has several entries, since the counts depend neither on how draws are grouped nor on the
// order of entries.
//
// Constants in addition to those of group.h, score.h, and sort/tiles.h (PAYLOAD_BITS 32,
// CARRY_POSITIONS 0):
//   KEY_BITS    8, 16 or 32 of a column's elements
//   KEYS        0: elements are codes; 1: they are the bits of values
//   CELLS       words of local memory for counts, at least as many as there are labels
//   SORTED_IN   where keys are sorted and scanned: 0 in the tile, which all entries of a tree fit
//               into; 1 in global memory; 2 in the tile, but larger intervals in global memory
//   RECOUNTED   1: each item counts the entries before its part of the interval itself, as in the
//               paper; 0: the items' counts are scanned
#ifndef FOREST_INTERVAL_H
#define FOREST_INTERVAL_H

#include "forest/best_of_group.h"
#include "forest/keys.h"
#include "forest/score.h"
#include "group.h"
#include "sort/tiles.h"

#if KEY_BITS == 8
typedef unsigned char column_t;
#elif KEY_BITS == 16
typedef unsigned short column_t;
#else
typedef uint column_t;
#endif

FUNCTION uint key_of(GLOBAL const column_t* const column, const uint row) {
#if KEYS == 1
  return ordered_key(column[row]);
#else
  return column[row];
#endif
}

FUNCTION uint make_tag(const uint label, const uint draws) { return label | draws << 16; }
FUNCTION uint label_of(const uint tag) { return tag & 0xffffu; }
FUNCTION uint draws_of(const uint tag) { return tag >> 16; }
#define MOST_DRAWS_OF_ENTRY 0xffffu

// ---- words in either memory; all items of the group use the same one
typedef struct {
  bool is_local;
  LOCAL_SPACE uint* local_words;
  GLOBAL uint* global_words;
} words_t;

FUNCTION words_t in_local(LOCAL_SPACE uint* const words) {
  words_t in;
  in.is_local = true;
  in.local_words = words;
  in.global_words = 0;
  return in;
}
FUNCTION words_t in_global(GLOBAL uint* const words) {
  words_t in;
  in.is_local = false;
  in.local_words = 0;
  in.global_words = words;
  return in;
}
FUNCTION words_t words_from(words_t words, const uint first) {
  if (words.is_local) {
    words.local_words += first;
  } else {
    words.global_words += first;
  }
  return words;
}
FUNCTION uint get_word(const words_t words, const uint i) {
  return words.is_local ? words.local_words[i] : words.global_words[i];
}
FUNCTION void put_word(const words_t words, const uint i, const uint word) {
  if (words.is_local) {
    words.local_words[i] = word;
  } else {
    words.global_words[i] = word;
  }
}

// ---- the interval, and the group's working memory for it
typedef struct {
  uint count;    // entries
  words_t rows;  // [count]
  words_t tags;  // [count]
} interval_t;

typedef struct {
  GLOBAL const column_t* columns;  // [attributes, samples]
  GLOBAL const ulong* table;       // as in score.h
  uint samples;
  uint labels;
} data_t;

typedef struct {
  words_t keys;                   // [count] of the interval, to be sorted
  words_t tags;                   // [count] tags of the keys
  LOCAL_SPACE ulong* tile;        // [TILE], for sorting tiles
  LOCAL_SPACE uint* cells;        // [CELLS]
  LOCAL_SPACE uint* before;       // [labels + 1] draws of the interval with a lower label
  LOCAL_SPACE uint* sums;         // [SUM_ELEMENTS]
  LOCAL_SPACE uint* counters;     // [2]
  LOCAL_SPACE candidate_t* best;  // [WORK_GROUP_SIZE]
} workplace_t;

// Places counts for so many labels in `words`, which has labels + 3 + CELLS elements. Returns the
// address after them.
FUNCTION LOCAL_SPACE uint* place_counts(workplace_t* const place, LOCAL_SPACE uint* const words,
                                        const uint labels) {
  place->before = words;
  place->counters = place->before + labels + 1;
  place->cells = place->counters + 2;
  return place->cells + CELLS;
}
// Chooses memory for keys and tags that has room for `entries`.
FUNCTION void choose_memory(workplace_t* const place, const uint entries, GLOBAL uint* const keys,
                            GLOBAL uint* const tags) {
  LOCAL_SPACE uint* const words = (LOCAL_SPACE uint*)place->tile;
  place->keys.is_local = SORTED_IN == 0 || (SORTED_IN == 2 && entries <= TILE);
  place->keys.local_words = words + TILE;
  place->keys.global_words = keys;
  place->tags = place->keys;
  place->tags.local_words = words;
  place->tags.global_words = tags;
}

// Keys in global memory are stored as their bits, which the sort expects.
FUNCTION uint get_key(const words_t keys, const uint i) {
  return keys.is_local ? keys.local_words[i] : rank_of(keys.global_words[i]);
}

// ---- parts: each item takes a range of neighbouring entries; there are as many parts as cells
// allow
typedef struct {
  uint parts;
  uint begin;  // bounds of this item's part
  uint end;
} parts_t;

FUNCTION parts_t parts_of(const data_t data, const uint count) {
  parts_t own;
  uint most = CELLS / data.labels;
  if (most > WORK_GROUP_SIZE) most = WORK_GROUP_SIZE;
  const uint share = (count + most - 1) / most;
  own.parts = (count + share - 1) / share;
  own.begin = LOCAL_ID * share < count ? LOCAL_ID * share : count;
  own.end = own.begin + share < count ? own.begin + share : count;
  return own;
}

// Computes cell (label, part): the draws of lower labels, plus the draws of the label before the
// part. The draws of lower labels, `before`, can be read afterwards from the cells of part 0. Tags
// are complete when the call begins, cells when it ends.
FUNCTION void scan_parts(const data_t data, const workplace_t* const place, const words_t tags,
                         const parts_t own) {
  const uint cells = data.labels * own.parts;
  for (uint c = LOCAL_ID; c < cells; c += WORK_GROUP_SIZE) place->cells[c] = 0;
  BARRIER();
  if (LOCAL_ID < own.parts) {
    for (uint i = own.begin; i < own.end; ++i) {
      const uint tag = get_word(tags, i);
      place->cells[label_of(tag) * own.parts + LOCAL_ID] += draws_of(tag);
    }
  }
  BARRIER();
  scan(place->sums, place->cells, cells, true);
}

// Computes the cells of scan_parts by each item for itself, as in step 5 of Algorithm 5.7.1; needs
// `before`.
FUNCTION void recount_parts(const data_t data, const workplace_t* const place, const words_t tags,
                            const parts_t own) {
  if (LOCAL_ID < own.parts) {
    for (uint label = 0; label < data.labels; ++label) {
      place->cells[label * own.parts + LOCAL_ID] = place->before[label];
    }
    for (uint i = 0; i < own.begin; ++i) {
      const uint tag = get_word(tags, i);
      place->cells[label_of(tag) * own.parts + LOCAL_ID] += draws_of(tag);
    }
  }
  BARRIER();
}

// ---- labels of the whole interval
typedef struct {
  uint draws;
  uint most;   // draws of the most frequent label
  uint label;  // the lowest label with that many draws
} summary_t;

// Summarises an interval, and computes `before`. Entries are complete when the call begins.
FUNCTION summary_t summarise(const data_t data, const workplace_t* const place,
                             const interval_t interval, const uint draws) {
  const parts_t own = parts_of(data, interval.count);
  scan_parts(data, place, interval.tags, own);
  for (uint label = LOCAL_ID; label < data.labels; label += WORK_GROUP_SIZE) {
    place->before[label] = place->cells[label * own.parts];
  }
  if (LOCAL_ID == 0) {
    place->before[data.labels] = draws;
    place->counters[0] = 0;
    place->counters[1] = data.labels;
  }
  BARRIER();
  for (uint label = LOCAL_ID; label < data.labels; label += WORK_GROUP_SIZE) {
    ATOMIC_MAX(&place->counters[0], place->before[label + 1] - place->before[label]);
  }
  BARRIER();
  summary_t summary;
  summary.draws = draws;
  summary.most = place->counters[0];
  for (uint label = LOCAL_ID; label < data.labels; label += WORK_GROUP_SIZE) {
    if (place->before[label + 1] - place->before[label] == summary.most) {
      ATOMIC_MIN(&place->counters[1], label);
    }
  }
  BARRIER();
  summary.label = place->counters[1];
  return summary;
}

// ---- one attribute
FUNCTION GLOBAL const column_t* column_of(const data_t data, const uint attribute) {
  return data.columns + (size_t)attribute * data.samples;
}

FUNCTION void load_keys(const data_t data, const workplace_t* const place,
                        const interval_t interval, const uint attribute) {
  GLOBAL const column_t* const column = column_of(data, attribute);
  for (uint i = LOCAL_ID; i < interval.count; i += WORK_GROUP_SIZE) {
    const uint key = key_of(column, get_word(interval.rows, i));
    put_word(place->keys, i, place->keys.is_local ? key : bits_of(key));
    put_word(place->tags, i, get_word(interval.tags, i));
  }
  GLOBAL_BARRIER();
}

// Calls both sorts if there are both, one of them without entries, so that no barrier depends on a
// condition: CPU compilers for OpenCL duplicate all code after such a barrier.
FUNCTION void sort_keys(const workplace_t* const place, const uint count) {
  const uint in_tile = place->keys.is_local ? count : 0;
#if SORTED_IN != 1
  sort_local(place->keys.local_words, place->tags.local_words, in_tile);
#endif
#if SORTED_IN != 0
  sort_by_tiles(place->keys.global_words, place->tags.global_words, count - in_tile, place->tile);
#endif
}

// Returns the best of `best` and this item's cuts, which follow each of its entries whose key is
// less than the next one. `before` and the cells are complete.
FUNCTION candidate_t best_cut(const data_t data, const workplace_t* const place, const uint count,
                              const parts_t own, const uint draws, const uint attribute,
                              candidate_t best) {
  LOCAL_SPACE uint* const cells = place->cells + LOCAL_ID;
  ulong left_sum = 0;
  ulong right_sum = 0;
  uint left_draws = 0;
  for (uint label = 0; label < data.labels; ++label) {
    const uint all = place->before[label + 1] - place->before[label];
    const uint left = cells[label * own.parts] - place->before[label];
    left_sum += label_term(data.table, left);
    right_sum += label_term(data.table, all - left);
    left_draws += left;
  }
  uint key = get_key(place->keys, own.begin);
  for (uint i = own.begin; i < own.end && i + 1 < count; ++i) {
    const uint tag = get_word(place->tags, i);
    const uint label = label_of(tag);
    const uint moved = draws_of(tag);
    const uint left = cells[label * own.parts] - place->before[label];
    const uint right = place->before[label + 1] - place->before[label] - left;
    left_sum += label_gain(data.table, left, moved);
    right_sum -= label_gain(data.table, right - moved, moved);
    left_draws += moved;
    cells[label * own.parts] += moved;
    const uint next = get_key(place->keys, i + 1);
    if (key < next) {
      candidate_t cut;
      cut.score = score_of(data.table, left_sum, right_sum, left_draws, draws - left_draws);
      cut.attribute = attribute;
      cut.low = key;
      cut.high = next;
      cut.left_draws = left_draws;
      if (is_better(cut, best)) best = cut;
    }
    key = next;
  }
  return best;
}

// Returns for each item the best of `best` and its cuts of the sorted keys. Sorted keys are
// complete when the call begins; after it ends, they may be overwritten.
FUNCTION candidate_t scan_keys(const data_t data, const workplace_t* const place, const uint count,
                               const uint draws, const uint attribute, candidate_t best) {
  const parts_t own = parts_of(data, count);
#if RECOUNTED
  recount_parts(data, place, place->tags, own);
#else
  scan_parts(data, place, place->tags, own);
#endif
  if (LOCAL_ID < own.parts) {
    best = best_cut(data, place, count, own, draws, attribute, best);
  }
  GLOBAL_BARRIER();
  return best;
}

// ---- partitioning

// Moves entries up to the cut to the front and the others behind them, both in any order; leaves
// all in place if there is no cut. Returns the number of entries in front. Uses keys and tags of
// the workplace as temporary memory.
FUNCTION uint part_interval(const data_t data, const workplace_t* const place,
                            const interval_t interval, const candidate_t cut) {
  const bool is_cut = cut.attribute != NO_ATTRIBUTE;
  GLOBAL const column_t* const column = column_of(data, is_cut ? cut.attribute : 0);
  const uint count = is_cut ? interval.count : 0;
  if (LOCAL_ID == 0) {
    place->counters[0] = 0;
    place->counters[1] = 0;
  }
  BARRIER();
  for (uint i = LOCAL_ID; i < count; i += WORK_GROUP_SIZE) {
    const uint row = get_word(interval.rows, i);
    const uint side = key_of(column, row) <= cut.low ? 0 : 1;
    const uint number = ATOMIC_ADD(&place->counters[side], 1u);
    const uint to = side == 0 ? number : count - 1 - number;
    put_word(place->keys, to, row);
    put_word(place->tags, to, get_word(interval.tags, i));
  }
  GLOBAL_BARRIER();
  for (uint i = LOCAL_ID; i < count; i += WORK_GROUP_SIZE) {
    put_word(interval.rows, i, get_word(place->keys, i));
    put_word(interval.tags, i, get_word(place->tags, i));
  }
  const uint first = place->counters[0];
  GLOBAL_BARRIER();
  return first;
}

#endif
