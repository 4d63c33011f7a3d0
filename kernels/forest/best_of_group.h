// The best of the candidates of a work group's items. Constants: WORK_GROUP_SIZE, a power of two,
// and those of score.h.
#ifndef FOREST_BEST_OF_GROUP_H
#define FOREST_BEST_OF_GROUP_H

#include "dialect.h"
#include "forest/score.h"

// Returns the best candidate to all items, all of which must call it. `best` has WORK_GROUP_SIZE
// elements.
FUNCTION candidate_t best_of_group(LOCAL_SPACE candidate_t* const best, const candidate_t own) {
  best[LOCAL_ID] = own;
  BARRIER();
  for (uint reach = WORK_GROUP_SIZE / 2; reach > 0; reach /= 2) {
    if (LOCAL_ID < reach && is_better(best[LOCAL_ID + reach], best[LOCAL_ID])) {
      best[LOCAL_ID] = best[LOCAL_ID + reach];
    }
    BARRIER();
  }
  const candidate_t of_all = best[0];
  BARRIER();
  return of_all;
}

#endif
