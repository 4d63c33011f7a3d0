// Which grid points a box of data points meets: one source for OpenCL C, CUDA and the host's C++,
// which includes it by plugins/sparse_grid/library/support.hpp.
//
// A grid is a sequence of entries: the root; then, parent by parent in depth-first order, one entry
// that opens the parent (none for the root) and one for each of its children, those refined in the
// same dimension next to each other. So an entry refines what was opened last in one dimension, and
// what lies below a parent follows it without a gap. A support list is a subsequence.
//
// Needs FUNCTION, GLOBAL, RESTRICT, uint, ulong, real, real2, load_pair, load_quad, uint4.
#ifndef SPARSE_GRID_SUPPORT_H
#define SPARSE_GRID_SUPPORT_H

// An entry is four words: how it refines (below), its grid point or none, the entry that opens its
// parent or NO_ENTRY for what hangs on the root; and of one that opens a parent, the next one that
// is neither that parent's child nor below.
#define ENTRY_POINT(entry) ((entry).y)
#define ENTRY_ABOVE(entry) ((entry).z)
#define ENTRY_SKIP(entry) ((entry).w)
#define NO_ENTRY 0xffffffffu

// The dimension that it refines, of the root ROOT_DIMENSION; whether it opens a parent; of these,
// how many dimensions the parent is refined in. Equal words of neighbours are of one run.
#define ENTRY_DIMENSION(word) ((word)&0xffffu)
#define ENTRY_OPENS(word) (((word)&0x10000u) != 0)
#define ENTRY_DEPTH(word) ((word) >> 17)
#define ROOT_DIMENSION 0xffffu

// Whether a hat is positive somewhere between two coordinates. Its support is open, the box closed.
// Nothing is missed: the kernels evaluate 1 - |2^level x - index| by the same operations, and as
// rounding is monotone, an x between the bounds for which |2^level x - index| is below 1 after
// rounding has neither bound beyond. (2^level x is exact.)
FUNCTION bool meets_support(const real lower, const real upper, const real2 shape) {
  return lower * shape.x - shape.y < 1 && upper * shape.x - shape.y > -1;
}

// Where the boxes of tiles lie: bounds [2 * dimensions][tiles], the lower ones of a dimension, then
// the upper ones.
FUNCTION bool tile_meets(GLOBAL const real* RESTRICT bounds, const uint tiles, const uint tile,
                         const uint dimension, const real2 shape) {
  GLOBAL const real* const column = bounds + 2 * (size_t)dimension * tiles + tile;
  return meets_support(column[0], column[tiles], shape);
}

// What of the entries first .. last - 1 belongs to the list of a tile: each grid point whose
// support meets the box, and what opens the parents of these, even if a parent's children begin
// before `first`. Returns how many; writes them in order unless `list` is null.
FUNCTION uint cut_list(GLOBAL const uint* RESTRICT entries, GLOBAL const real* RESTRICT shapes,
                       const uint first, const uint last, GLOBAL const real* RESTRICT bounds,
                       const uint tiles, const uint tile, GLOBAL uint* list) {
  const uint4 begin = load_quad(entries, first);
  uint e = first;
  // Where the box misses what all of this hangs on, there is nothing; the outermost such decides.
  for (uint a = ENTRY_ABOVE(begin); a != NO_ENTRY;) {
    const uint4 above = load_quad(entries, a);
    if (!tile_meets(bounds, tiles, tile, ENTRY_DIMENSION(above.x), load_pair(shapes, a))) {
      e = ENTRY_SKIP(above);
    }
    a = ENTRY_ABOVE(above);
  }
  uint count = 0;
  uint opened = ENTRY_ABOVE(begin);  // a parent, as long as none of its children is in the list
  while (e < last) {
    const uint4 entry = load_quad(entries, e);
    const uint k = ENTRY_DIMENSION(entry.x);
    const bool met =
        k == ROOT_DIMENSION || tile_meets(bounds, tiles, tile, k, load_pair(shapes, e));
    if (ENTRY_OPENS(entry.x)) {
      opened = e;
      e = met ? e + 1 : ENTRY_SKIP(entry);
      continue;
    }
    if (met) {
      if (list != 0) {
        if (opened != NO_ENTRY) list[count] = opened;
        list[count + (opened != NO_ENTRY)] = e;
      }
      count += 1 + (opened != NO_ENTRY);
      opened = NO_ENTRY;
    }
    ++e;
  }
  return count;
}

#endif
