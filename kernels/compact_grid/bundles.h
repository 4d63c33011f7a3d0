// Bundles of poles: what a pass of hierarchization works on. Points that differ in the pass's
// dimensions alone belong to one bundle with all others whose levels in the other dimensions are
// the same. On each level of the pass a bundle's points are one subspace, that is neighbours in
// memory.
//
// The levels of one dimension lie in memory as [before][pole][after], 2^level numbers a pole.
// Counted from 2^sum on, `sum` being that of the other levels, with the levels one after the other,
// number h is a node of a heap for each of the 2^sum poles: its ancestor z generations up is
//
//   (h >> after >> z) << after | the lowest `after` bits of h
//
// and its parents in the grid, to the left and to the right, are the ancestors of whose other half
// it is, the nearest at which the way up turns right or left. Comes after tables.h.
#ifndef COMPACT_GRID_BUNDLES_H
#define COMPACT_GRID_BUNDLES_H

// Levels of which a heap has so many numbers before its end, for a number of it.
#define LOG2(h) (31 - LEADING_ZEROS(h))

FUNCTION uint ancestor(const uint h, const uint after, const uint generations) {
  return (h >> after >> generations) << after | (h & ((1u << after) - 1));
}
// How many generations up a parent is: of h >> after for the one to the left, of the complement for
// the one to the right. More than `level` where there is none among the pole's `level` levels
// above.
FUNCTION uint generations_to(const uint node, const uint level) {
  return TRAILING_ZEROS(node | 1u << level) + 1;
}
// One of the two is the next ancestor, to the left of an odd node and to the right of an even one;
// this is how far up the other is.
FUNCTION uint generations_to_far(const uint node, const uint level) {
  return generations_to((node & 1) != 0 ? ~node : node, level);
}

// Bundles of a pass that have these in common, as the host lists them:
//   0  the number of the first of them, in tiles
//   1  on faces with so many fixed dimensions
//   2  the sum of the other levels
//   3  bundles of each face
//   4  log2 of the poles in a tile: a bundle is cut where it does not fit
//   5  levels in a tile
#define SECTION_WORDS 6

typedef struct bundle {
  uint fixed;
  uint sides;
  uint sum;
  uint roots;  // log2 of the poles in the tile
  uint band;   // levels in the tile
  uint piece;  // which tile of the bundle, on these levels
  uint after;  // log2 of the points after the pass's last dimension
} bundle;

// Puts an absent bit at `position` into a set.
FUNCTION uint spread(const uint set, const uint position) {
  const uint low = (1u << position) - 1;
  return (set & low) | (set & ~low) << 1;
}

// The bundle of a tile by its number. `dimensions` is the set of the pass's dimensions, `last` the
// greatest of them, and `level` takes the others' levels.
FUNCTION bundle numbered_bundle(const grid_tables grid, GLOBAL const uint* RESTRICT sections,
                                const uint section_count, const uint tile, const uint dimensions,
                                const uint last, const uint first_level, uint* level) {
  bundle found;
  GLOBAL const uint* section = sections;
  for (uint s = 1; s < section_count && sections[s * SECTION_WORDS] <= tile; ++s) {
    section = sections + s * SECTION_WORDS;
  }
  found.sum = section[2];
  found.roots = section[4];
  found.band = section[5];
  const uint piece_bits = found.sum + first_level - found.roots;
  const uint left = tile - section[0];
  const uint number = left >> piece_bits;
  found.piece = left & ((1u << piece_bits) - 1);
  found.fixed = 0;
  found.sides = 0;
#if BOUNDARY
  // Faces that are not fixed in the pass's one dimension.
  numbered_face(grid, DIMENSIONS - 1, section[1], number / section[3], &found.fixed, &found.sides);
  found.fixed = spread(found.fixed, last);
  found.sides = spread(found.sides, last);
#endif
  for (uint t = 0; t < DIMENSIONS; ++t) level[t] = 0;
  subspace_levels(grid, found.fixed | dimensions, found.sum, number % section[3], level);
  found.after = 0;
#pragma unroll
  for (uint t = 0; t < DIMENSIONS; ++t) {
    if (t > last) found.after += level[t];
  }
  return found;
}

// The bundles of a group's tiles, and the levels that they have in common, [tiles][DIMENSIONS],
// which are 0 in the pass's dimensions: a tile is an item's.
FUNCTION void find_bundles(const grid_tables grid, GLOBAL const uint* RESTRICT sections,
                           const uint section_count, const uint first_tile, const uint tiles,
                           const uint dimensions, const uint last, const uint first_level,
                           LOCAL_SPACE bundle* bundles, LOCAL_SPACE uint* levels) {
  for (uint i = LOCAL_ID; i < tiles; i += WORK_GROUP_SIZE) {
    uint level[DIMENSIONS];
    bundles[i] = numbered_bundle(grid, sections, section_count, first_tile + i, dimensions, last,
                                 first_level, level);
#pragma unroll
    for (uint t = 0; t < DIMENSIONS; ++t) levels[i * DIMENSIONS + t] = level[t];
  }
}

// Position of the first point of a face.
FUNCTION grid_index first_of_face(const grid_tables grid, const uint fixed, const uint sides) {
#if BOUNDARY
  return face_first(grid, fixed, sides);
#else
  return 0;
#endif
}

#endif
