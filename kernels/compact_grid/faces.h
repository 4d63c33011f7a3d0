// A walk over the faces of a grid in the order of their points (index.h): the interior and, with
// BOUNDARY, all other faces. Include after tables.h.
#ifndef COMPACT_GRID_FACES_H
#define COMPACT_GRID_FACES_H

typedef struct grid_face {
  uint fixed;  // bit t: coordinate t is 0 or 1
  uint sides;  // bit t: coordinate t is 1
  uint dimensions;
  grid_index first;  // position of the face's first point
} grid_face;

FUNCTION grid_face interior_face(void) {
  grid_face face;
  face.fixed = 0;
  face.sides = 0;
  face.dimensions = DIMENSIONS;
  face.first = 0;
  return face;
}

// Turns a face into the next one; returns false after the last face.
FUNCTION bool next_face(const grid_tables grid, grid_face* face) {
#if BOUNDARY
  const uint fixed = face->fixed;
  face->first += points_of(grid, face->dimensions);
  face->sides = (face->sides - fixed) & fixed;
  if (face->sides != 0) return true;
  // The next set with the same number of dimensions, by Gosper's hack (Beeler, Gosper, Schroeppel
  // 1972, HAKMEM, item 175); after the last such set, the first one with one dimension more.
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

// The number of different sums that the level vectors of a face have: 1 for a corner, which is one
// point.
FUNCTION uint sums_of(const grid_face face) { return face.dimensions == 0 ? 1 : LEVELS; }

// The hat function at x of the side on which the face lies in a fixed dimension.
FUNCTION real side_hat(const grid_face face, const uint dimension, const real x) {
  return (face.sides >> dimension & 1) != 0 ? x : 1 - x;
}

#endif
