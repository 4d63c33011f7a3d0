// The entries of a tree's root, drawn by one work group. Constants in addition to those of
// interval.h:
//   DRAWS   0: a sample drawn several times has as few entries as can hold its draws;
//           1: each draw has an entry
#ifndef FOREST_BOOTSTRAP_H
#define FOREST_BOOTSTRAP_H

#include "forest/interval.h"
#include "forest/random.h"

typedef struct {
  uint seed;
  uint tree;
  uint size;  // draws; 0: every sample once
} bootstrap_t;

// draw_entries(bootstrap, data, labels, times, place, to): writes the entries and returns their
// number; they are complete when it returns. `labels`: [samples]; `times`: [samples], unused if
// each draw has an entry.

FUNCTION void put_entry(const interval_t to, const uint place, const uint row, const uint label,
                        const uint draws) {
  put_word(to.rows, place, row);
  put_word(to.tags, place, make_tag(label, draws));
}

#if DRAWS == 1
// Writes an entry for each draw.
FUNCTION uint draw_entries(const bootstrap_t bootstrap, const data_t data,
                           GLOBAL const int* const labels, GLOBAL uint* const times,
                           const workplace_t* const place, const interval_t to) {
  const uint count = bootstrap.size > 0 ? bootstrap.size : data.samples;
  (void)times;
  (void)place;
  for (uint quad = LOCAL_ID; quad * 4 < count; quad += WORK_GROUP_SIZE) {
    const random_words words = bootstrap_words(bootstrap.seed, bootstrap.tree, quad);
#pragma unroll
    for (uint k = 0; k < 4; ++k) {
      const uint draw = quad * 4 + k;
      const uint row = bootstrap.size > 0 ? random_below(words.word[k], data.samples) : draw;
      if (draw < count) put_entry(to, draw, row, (uint)labels[row], 1);
    }
  }
  GLOBAL_BARRIER();
  return count;
}
#else
// Counts how often each sample is drawn.
FUNCTION void count_draws(const bootstrap_t bootstrap, GLOBAL uint* const times,
                          const uint samples) {
  for (uint row = LOCAL_ID; row < samples; row += WORK_GROUP_SIZE) {
    times[row] = bootstrap.size > 0 ? 0 : 1;
  }
  GLOBAL_BARRIER();
  for (uint quad = LOCAL_ID; quad * 4 < bootstrap.size; quad += WORK_GROUP_SIZE) {
    const random_words words = bootstrap_words(bootstrap.seed, bootstrap.tree, quad);
#pragma unroll
    for (uint k = 0; k < 4; ++k) {
      if (quad * 4 + k < bootstrap.size) {
        ATOMIC_ADD(times + random_below(words.word[k], samples), 1u);
      }
    }
  }
  GLOBAL_BARRIER();
}

// Writes entries that each hold as many draws as possible.
FUNCTION uint draw_entries(const bootstrap_t bootstrap, const data_t data,
                           GLOBAL const int* const labels, GLOBAL uint* const times,
                           const workplace_t* const place, const interval_t to) {
  if (LOCAL_ID == 0) place->counters[0] = 0;
  count_draws(bootstrap, times, data.samples);
  for (uint row = LOCAL_ID; row < data.samples; row += WORK_GROUP_SIZE) {
    for (uint left = times[row]; left > 0;) {
      const uint draws = left < MOST_DRAWS_OF_ENTRY ? left : MOST_DRAWS_OF_ENTRY;
      put_entry(to, ATOMIC_ADD(&place->counters[0], 1u), row, (uint)labels[row], draws);
      left -= draws;
    }
  }
  GLOBAL_BARRIER();
  return place->counters[0];
}
#endif

#endif
