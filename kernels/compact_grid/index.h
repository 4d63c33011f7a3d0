// Regular sparse grids without stored coordinates: the bijection between grid points and
// consecutive integers of Murarasu, Weidendorfer, Buse, Butnaru, Pflueger 2011, "Compact data
// structure and scalable algorithms for the sparse grid technique". One source for OpenCL C, CUDA
// and the host's C++, which includes it by plugins/compact_grid/library/index.hpp.
//
// Needs FUNCTION, uint, ulong and TRAILING_ZEROS (kernels/dialect.h) and takes
//   GRID_INDEX_BITS       32 or 64: bits of a position; 64 by default
//   TABLE_SPACE           address space of the tables (OpenCL: __global, __local, __constant); none
//                         by default
//   LEVEL_SPACE           address space of level vectors; none by default
//   INDEX_SPACE           address space of index vectors; none by default
//   BINOMIALS_ON_THE_FLY  if defined, binomial coefficients are computed where they are needed
//
// Levels count from 0: a dimension of level l has the coordinates index / 2^(l+1) with odd indices.
// A grid of n levels holds the level vectors whose components add up to less than n. A coordinate
// on the boundary has the level ON_BOUNDARY, which is -1, and its side, 0 or 1, as index: the
// formula for coordinates holds there too, and so does that of the basis function, max(0, 1 -
// |2^(l+1) x - index|).
#ifndef COMPACT_GRID_INDEX_H
#define COMPACT_GRID_INDEX_H

#ifndef TABLE_SPACE
#define TABLE_SPACE
#endif
#ifndef LEVEL_SPACE
#define LEVEL_SPACE
#endif
#ifndef INDEX_SPACE
#define INDEX_SPACE
#endif

#if defined(GRID_INDEX_BITS) && GRID_INDEX_BITS == 32
typedef uint grid_index;
#else
typedef ulong grid_index;
#endif

#define ON_BOUNDARY 0xffffffffu

// The tables that positions are computed from. `vectors_below` and `points_below` cover the grids
// of all k <= dimensions dimensions, since faces are such grids.
typedef struct grid_tables {
  uint dimensions;
  uint levels;
  // [dimensions + 1][levels + 1]: at (k, s) the number of level vectors of k components that add up
  // to less than s: C(k + s - 1, k).
  TABLE_SPACE const grid_index* vectors_below;
  // [dimensions + 1][levels + 1]: at (k, s) the number of points of a k-dimensional grid whose
  // levels add up to less than s.
  TABLE_SPACE const grid_index* points_below;
  // Only in grids with boundary. [dimensions + 1][dimensions + 1]: at (c, k) the binomial C(c, k),
  // which is 0 where k > c.
  TABLE_SPACE const grid_index* choose;
  // [dimensions + 2]: at j the position of the first point with j coordinates on the boundary.
  TABLE_SPACE const grid_index* group;
} grid_tables;

// The number of level vectors of `components` components with a sum less than `sum`: C(components +
// sum - 1, components).
FUNCTION grid_index vectors_below(const grid_tables grid, const uint components, const uint sum) {
#ifdef BINOMIALS_ON_THE_FLY
  grid_index count = sum > 0 ? 1 : 0;
  for (uint k = 1; k <= components; ++k) count = count * (sum - 1 + k) / k;
  return count;
#else
  return grid.vectors_below[components * (grid.levels + 1) + sum];
#endif
}
FUNCTION grid_index points_below(const grid_tables grid, const uint components, const uint sum) {
  return grid.points_below[components * (grid.levels + 1) + sum];
}
// The number of points of a grid of `dimensions` dimensions without boundary.
FUNCTION grid_index points_of(const grid_tables grid, const uint dimensions) {
  return points_below(grid, dimensions, grid.levels);
}
// The number of level vectors of `components` components (1 or more) that add up to `sum`: S in
// equation (2).
FUNCTION grid_index vectors_of_sum(const grid_tables grid, const uint components, const uint sum) {
  return vectors_below(grid, components - 1, sum + 1);
}

// The number of dimensions that are not in the set `fixed`.
FUNCTION uint free_dimensions(const grid_tables grid, const uint fixed) {
  uint count = grid.dimensions;
  for (uint left = fixed; left != 0; left &= left - 1) --count;
  return count;
}

// ---- the order of the level vectors of one sum (Algorithms 3 and 4)

// Writes the first vector of a sum, (sum, 0, ..., 0); the last is (0, ..., 0, sum).
FUNCTION void first_level_vector(LEVEL_SPACE uint* level, const uint components, const uint sum) {
  for (uint t = 1; t < components; ++t) level[t] = 0;
  if (components > 0) level[0] = sum;
}
// Turns a vector that is not the last of its sum into the next one.
FUNCTION void next_level_vector(LEVEL_SPACE uint* level) {
  uint t = 0;
  while (level[t] == 0) ++t;
  const uint moved = level[t];
  level[t] = 0;
  level[0] = moved - 1;
  ++level[t + 1];
}

// The number of a vector among those of its sum: equation (4) with its terms gathered by Pascal's
// rule, so that each component but the first takes one binomial coefficient. The vectors after this
// one agree with it beyond some component, while the components before that one have a smaller sum.
// Dimensions whose bit is set in `fixed` are left out. Writes the sum to *sum.
FUNCTION grid_index subspace_index(const grid_tables grid, const uint fixed,
                                   LEVEL_SPACE const uint* level, uint* sum) {
  grid_index after = 0;
  uint components = 0;
  uint total = 0;
  for (uint t = 0; t < grid.dimensions; ++t) {
    if ((fixed >> t & 1) != 0) continue;
    after += vectors_below(grid, components, total);
    total += level[t];
    ++components;
  }
  *sum = total;
  return components == 0 ? 0 : vectors_of_sum(grid, components, total) - 1 - after;
}

// The inverse of subspace_index: writes the vector with the given number among those of a sum,
// computed as digits of a combinatorial number system. Components of fixed dimensions stay
// unchanged.
FUNCTION void subspace_levels(const grid_tables grid, const uint fixed, const uint sum,
                              const grid_index number, LEVEL_SPACE uint* level) {
  uint component = free_dimensions(grid, fixed);
  if (component == 0) return;
  grid_index after = vectors_of_sum(grid, component, sum) - 1 - number;
  uint total = sum;
  for (uint t = grid.dimensions; t-- > 0;) {
    if ((fixed >> t & 1) != 0) continue;
    --component;
    uint before = component > 0 ? total : 0;  // the sum of the components before this one
    while (vectors_below(grid, component, before) > after) --before;
    after -= vectors_below(grid, component, before);
    level[t] = total - before;
    total = before;
  }
}

// ---- points of a grid without boundary (Algorithm 5), or of a face, whose fixed dimensions are
// left out

// The position of a subspace's first point within its face.
FUNCTION grid_index subspace_first(const grid_tables grid, const uint fixed,
                                   LEVEL_SPACE const uint* level) {
  uint sum = 0;
  const grid_index subspace = subspace_index(grid, fixed, level, &sum);
  return points_below(grid, free_dimensions(grid, fixed), sum) + (subspace << sum);
}

FUNCTION grid_index gp2idx(const grid_tables grid, const uint fixed, LEVEL_SPACE const uint* level,
                           INDEX_SPACE const uint* index) {
  grid_index within = 0;
  for (uint t = 0; t < grid.dimensions; ++t) {
    if ((fixed >> t & 1) != 0) continue;
    within = (within << level[t]) + (index[t] >> 1);
  }
  return subspace_first(grid, fixed, level) + within;
}

// Writes the indices of the point at place `within` of a subspace. Components of fixed dimensions
// stay unchanged.
FUNCTION void indices_within(const grid_tables grid, const uint fixed,
                             LEVEL_SPACE const uint* level, grid_index within,
                             INDEX_SPACE uint* index) {
  for (uint t = grid.dimensions; t-- > 0;) {
    if ((fixed >> t & 1) != 0) continue;
    index[t] = 2 * (uint)(within & (((grid_index)1 << level[t]) - 1)) + 1;
    within >>= level[t];
  }
}

// The inverse of gp2idx. Components of fixed dimensions stay unchanged.
FUNCTION void idx2gp(const grid_tables grid, const uint fixed, const grid_index position,
                     LEVEL_SPACE uint* level, INDEX_SPACE uint* index) {
  const uint components = free_dimensions(grid, fixed);
  uint sum = grid.levels - 1;  // where most of the points are
  while (points_below(grid, components, sum) > position) --sum;
  const grid_index within = position - points_below(grid, components, sum);
  subspace_levels(grid, fixed, sum, within >> sum, level);
  indices_within(grid, fixed, level, within, index);
}

// ---- hierarchical neighbours in one dimension: the nearest points of lower levels to the left and
// to the right, on the boundary if need be

FUNCTION void parent_at(const uint level, const uint neighbour, uint* parent_level,
                        uint* parent_index) {
  const uint zeros = neighbour == 0 ? level + 1 : TRAILING_ZEROS(neighbour);
  *parent_level = level - zeros;
  *parent_index = neighbour >> zeros;
}
FUNCTION void left_parent(const uint level, const uint index, uint* parent_level,
                          uint* parent_index) {
  parent_at(level, index - 1, parent_level, parent_index);
}
FUNCTION void right_parent(const uint level, const uint index, uint* parent_level,
                           uint* parent_index) {
  parent_at(level, index + 1, parent_level, parent_index);
}

// ---- grids with boundary (section 4.4): a sequence of 2^j C(d, j) grids without boundary, of d -
// j dimensions each, for j = 0 .. d. Their order: by the number j of fixed coordinates, the
// interior first; then by the set of fixed dimensions as a binary number, dimension t being bit t;
// then by the sides, the lowest fixed dimension's being the lowest bit.

// The position of the first point of a face: bit t of `fixed` is set if coordinate t is 0 or 1, and
// bit t of `sides` if it is 1.
FUNCTION grid_index face_first(const grid_tables grid, const uint fixed, const uint sides) {
  const uint width = grid.dimensions + 1;
  grid_index number = 0;
  grid_index side_bits = 0;
  uint count = 0;
  for (uint t = 0; t < grid.dimensions; ++t) {
    if ((fixed >> t & 1) == 0) continue;
    side_bits |= (grid_index)(sides >> t & 1) << count;
    ++count;
    number += grid.choose[t * width + count];
  }
  return grid.group[count] +
         ((number << count) + side_bits) * points_of(grid, grid.dimensions - count);
}

// The inverse of face_first's numbering: finds the face with the given number among those that fix
// `count` of the dimensions below `dimensions`.
FUNCTION void numbered_face(const grid_tables grid, const uint dimensions, uint count,
                            const grid_index face, uint* fixed, uint* sides) {
  grid_index number = face >> count;
  *fixed = 0;
  *sides = 0;
  for (uint t = dimensions; t-- > 0 && count > 0;) {
    // The number of sets of `count` dimensions that are all below t.
    const grid_index smaller = grid.choose[t * (grid.dimensions + 1) + count];
    if (number < smaller) continue;
    number -= smaller;
    --count;
    *fixed |= 1u << t;
    *sides |= (uint)(face >> count & 1) << t;
  }
}

// Finds the face of the point at a position, and the point's position within that face.
FUNCTION void face_of(const grid_tables grid, const grid_index position, uint* fixed, uint* sides,
                      grid_index* within) {
  uint count = 0;
  while (grid.group[count + 1] <= position) ++count;
  const grid_index points = points_of(grid, grid.dimensions - count);
  const grid_index face = (position - grid.group[count]) / points;
  *within = (position - grid.group[count]) - face * points;
  numbered_face(grid, grid.dimensions, count, face, fixed, sides);
}

// The position of any point of a grid with boundary.
FUNCTION grid_index boundary_gp2idx(const grid_tables grid, LEVEL_SPACE const uint* level,
                                    INDEX_SPACE const uint* index) {
  uint fixed = 0;
  uint sides = 0;
  for (uint t = 0; t < grid.dimensions; ++t) {
    if (level[t] != ON_BOUNDARY) continue;
    fixed |= 1u << t;
    sides |= index[t] << t;
  }
  return face_first(grid, fixed, sides) + gp2idx(grid, fixed, level, index);
}

// The inverse of boundary_gp2idx.
FUNCTION void boundary_idx2gp(const grid_tables grid, const grid_index position,
                              LEVEL_SPACE uint* level, INDEX_SPACE uint* index) {
  uint fixed = 0;
  uint sides = 0;
  grid_index within = 0;
  face_of(grid, position, &fixed, &sides, &within);
  for (uint t = 0; t < grid.dimensions; ++t) {
    if ((fixed >> t & 1) == 0) continue;
    level[t] = ON_BOUNDARY;
    index[t] = sides >> t & 1;
  }
  idx2gp(grid, fixed, within, level, index);
}

#endif
