// Rows that several groups share: PARTS consecutive groups have a row, each a part of it. A first
// launch leaves a summary of each part in global memory; in a second one, each group combines the
// summaries of its row and rewrites its part. With PARTS = 1 one launch does both.
//
// Constants in addition to those of rows/team.h: PARTS. TEAM is WORK_GROUP_SIZE.
#ifndef ROWS_PARTS_H
#define ROWS_PARTS_H

#include "rows/team.h"

// A group's part of a matrix.
typedef struct {
  ulong row;
  uint begin, end;  // packs of the row; begin may lie beyond the end
} part_t;

FUNCTION part_t part_of_group(const uint columns) {
  const uint packs = columns / PACK;
  const uint each = (packs + PARTS - 1) / PARTS;
  part_t part;
  part.row = GROUP_ID / PARTS;
  part.begin = GROUP_ID % PARTS * each;
  part.end = min(part.begin + each, packs);
  return part;
}

#endif
