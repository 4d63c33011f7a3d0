// A walk over the faces of a grid in the order of their points (index.h): the interior, and with
// BOUNDARY all others. Comes after tables.h.
#ifndef COMPACT_GRID_FACES_H
#define COMPACT_GRID_FACES_H

typedef struct grid_face {
  uint fixed;  // bit t: coordinate t is 0 or 1
  uint sides;  // bit t: it is 1
  uint dimensions;
  grid_index first;  // position of its first point
} grid_face;

FUNCTION grid_face interior_face(void) {
  grid_face face;
  face.fixed = 0;
  face.sides = 0;
  face.dimensions = DIMENSIONS;
  face.first = 0;
  return face;
}

// Turns a face into the next one; false after the last.
FUNCTION bool next_face(const grid_tables grid, grid_face* face) {
#if BOUNDARY
  const uint fixed = face->fixed;
  face->first += points_of(grid, face->dimensions);
  face->sides = (face->sides - fixed) & fixed;
  if (face->sides != 0) return true;
  // The next set of as many dimensions, as in Gosper's hack (Beeler, Gosper, Schroeppel 1972,
  // HAKMEM, item 175); after the last of them the first with one more.
  const uint lowest = fixed & (~fixed + 1);
  const uint carried = fixed + lowest;
  face->fixed = fixed == 0 ? 1u << DIMENSIONS : carried | (((fixed ^ carried) / lowest) >> 2);
  if (face->fixed >> DIMENSIONS != 0) {
    if (face->dimensions == 0) return false;
    --face->dimensions;
    face->fixed = (1u << (DIMENSIONS - face->dimensions)) - 1;
  }
  return true;
#else
  (void)grid;
  (void)face;
  return false;
#endif
}

// Level vectors of how many sums a face has: a corner is one point.
FUNCTION uint sums_of(const grid_face face) { return face.dimensions == 0 ? 1 : LEVELS; }

// The hat function of a side, at x.
FUNCTION real side_hat(const grid_face face, const uint dimension, const real x) {
  return (face.sides >> dimension & 1) != 0 ? x : 1 - x;
}

#endif
