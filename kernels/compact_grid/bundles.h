// A bundle of poles: the unit of work of a hierarchization pass. A bundle holds the points whose
// levels in all dimensions other than the pass's are equal. On each level of the pass, a bundle's
// points form one subspace and are therefore contiguous in memory.
//
// The levels of one dimension lie in memory as [before][pole][after], with 2^level numbers for each
// pole. If the levels follow one another and are counted from 2^sum on, where `sum` is the sum of
// the other levels, then number h is a node of a heap for each of the 2^sum poles. Its ancestor z
// generations up is
//
//   (h >> after >> z) << after | the lowest `after` bits of h
//
// Its left and right parents in the grid are the nearest ancestors that have it in their right and
// left half, where the way up turns left and right. Include after tables.h.
#ifndef COMPACT_GRID_BUNDLES_H
#define COMPACT_GRID_BUNDLES_H

// The floor of log2(h), which is the level of number h in a heap whose root is number 1.
#define LOG2(h) (31 - LEADING_ZEROS(h))

FUNCTION uint ancestor(const uint h, const uint after, const uint generations) {
  return (h >> after >> generations) << after | (h & ((1u << after) - 1));
}
// The number of generations by which a node's parent in the grid lies above it: pass h >> after for
// the left parent and the complement for the right one. Exceeds `level` if the pole's `level`
// levels above contain no such parent.
FUNCTION uint generations_to(const uint node, const uint level) {
  return TRAILING_ZEROS(node | 1u << level) + 1;
}
// One of the two parents is the direct ancestor: the left one of an odd node, the right one of an
// even node. This is the number of generations by which the farther parent lies above the node.
FUNCTION uint generations_to_far(const uint node, const uint level) {
  return generations_to((node & 1) != 0 ? ~node : node, level);
}

// A section: consecutive bundles of a pass that have words 1 to 5 in common, as the host lists
// them:
//   0  the number of the section's first bundle, in tiles
//   1  how many dimensions are fixed on their faces
//   2  the sum of the levels in the dimensions other than the pass's
//   3  bundles of each face
//   4  log2 of the poles in a tile; a bundle that does not fit is cut into several tiles
//   5  levels in a tile
#define SECTION_WORDS 6

typedef struct bundle {
  uint fixed;
  uint sides;
  uint sum;
  uint roots;  // log2 of the poles in the tile
  uint band;   // levels in the tile
  uint piece;  // which tile of the bundle, on the levels of this tile
  uint after;  // log2 of the points after the pass's last dimension
} bundle;

// Shifts the elements of a set from `position` on up by one, leaving `position` out of the set.
FUNCTION uint spread(const uint set, const uint position) {
  const uint low = (1u << position) - 1;
  return (set & low) | (set & ~low) << 1;
}

// Finds the bundle of the tile with the given number. `dimensions` is the set of the pass's
// dimensions and `last` the greatest of them; `level` receives the levels of all dimensions.
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
  // The faces that are not fixed in the pass's single dimension.
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

// Finds the bundles of a group's tiles and their levels, [tiles][DIMENSIONS], which are 0 in the
// pass's dimensions. Each work item handles one tile.
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

// The position of the first point of a face.
FUNCTION grid_index first_of_face(const grid_tables grid, const uint fixed, const uint sides) {
#if BOUNDARY
  return face_first(grid, fixed, sides);
#else
  return 0;
#endif
}

#endif
