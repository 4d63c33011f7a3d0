// The selection of the grid points whose support meets a box of data points. One source for OpenCL
// C, CUDA and the host's C++, which includes it through plugins/sparse_grid/library/support.hpp.
//
// A grid is a sequence of entries: the root; then, parent by parent in depth-first order, one entry
// that opens the parent (none for the root) and one for each of its children. Children refined in
// the same dimension are adjacent and form a run. An entry thus refines the parent opened last in
// one dimension, and everything below a parent follows it without a gap. A support list is a
// selection of entries in the same order except within runs, where those whose hats are linear over
// the box come last.
//
// Requires FUNCTION, GLOBAL, RESTRICT, uint, real, real2, load_pair, load_quad, uint4.
#ifndef SPARSE_GRID_SUPPORT_H
#define SPARSE_GRID_SUPPORT_H

// An entry is four words: its refinement (ENTRY_DIMENSION, ENTRY_OPENS, ENTRY_DEPTH); its grid
// point or none; the entry that opens its parent, or NO_ENTRY for entries that hang on the root;
// and, for an entry that opens a parent, the next entry that is neither that parent's child nor
// below it.
#define ENTRY_POINT(entry) ((entry).y)
#define ENTRY_ABOVE(entry) ((entry).z)
#define ENTRY_SKIP(entry) ((entry).w)
#define NO_ENTRY 0xffffffffu

// The dimension that an entry refines, ROOT_DIMENSION for the root; whether it opens a parent; and,
// if so, in how many dimensions the parent is refined. Neighbours with equal words belong to one
// run.
#define ENTRY_DIMENSION(word) ((word)&0xffffu)
#define ENTRY_OPENS(word) (((word)&0x10000u) != 0)
#define ENTRY_DEPTH(word) ((word) >> 17)
#define ROOT_DIMENSION 0xffffu

// The word of a list for an entry: its number, and whether its hat is linear over the box.
#define LISTED_ENTRY(listed) ((listed)&0x7fffffffu)
#define LISTED_LINEAR 0x80000000u

// Whether a hat is positive somewhere between two coordinates. Its support is open, the box closed.
// No point is missed: the kernels evaluate 1 - |2^level x - index| by the same operations, and as
// rounding is monotone, an x between the bounds for which |2^level x - index| is below 1 after
// rounding has neither bound beyond. (2^level x is exact.)
FUNCTION bool meets_support(const real lower, const real upper, const real2 shape) {
  return lower * shape.x - shape.y < 1 && upper * shape.x - shape.y > -1;
}

// Whether a hat that is positive somewhere between two coordinates has neither its top nor an end
// of its support between them.
FUNCTION bool is_linear(const real lower, const real upper, const real2 shape) {
  const real begin = lower * shape.x - shape.y;
  const real end = upper * shape.x - shape.y;
  return begin >= -1 && end <= 1 && (begin >= 0 || end <= 0);
}

// The box of a tile in a dimension. The layout is bounds [2 * dimensions][tiles]: the lower bounds
// of a dimension, then the upper ones.
FUNCTION real2 box_in(GLOBAL const real* RESTRICT bounds, const uint tiles, const uint tile,
                      const uint dimension) {
  GLOBAL const real* const column = bounds + 2 * (size_t)dimension * tiles + tile;
  real2 pair;
  pair.x = column[0];
  pair.y = column[tiles];
  return pair;
}

// A list that grows, or is only counted if it has no memory.
typedef struct {
  GLOBAL uint* entries;  // or null
  uint count;
  uint opened;  // an opened parent until one of its children is in the list, otherwise NO_ENTRY
} growing_list;

FUNCTION void append(growing_list* list, const uint listed) {
  if (list->opened != NO_ENTRY) {
    if (list->entries != 0) list->entries[list->count] = list->opened;
    ++list->count;
    list->opened = NO_ENTRY;
  }
  if (list->entries != 0) list->entries[list->count] = listed;
  ++list->count;
}

// Appends those entries of the run first .. last - 1 that meet the box in the run's dimension,
// linear ones last.
FUNCTION void append_run(growing_list* list, GLOBAL const real* RESTRICT shapes, const uint first,
                         const uint last, const real2 box) {
  for (uint linear = 0; linear < 2; ++linear) {
    for (uint e = first; e < last; ++e) {
      const real2 shape = load_pair(shapes, e);
      if (!meets_support(box.x, box.y, shape)) continue;
      if (is_linear(box.x, box.y, shape) != (linear != 0)) continue;
      append(list, linear != 0 ? e | LISTED_LINEAR : e);
    }
  }
}

// Selects the entries first .. last - 1 that belong to the list of a tile: each grid point whose
// support meets the box, and the entries that open the parents of these points, even if a parent's
// children begin before `first`. Returns their number; writes them in order unless `memory` is
// null.
FUNCTION uint cut_list(GLOBAL const uint* RESTRICT entries, GLOBAL const real* RESTRICT shapes,
                       const uint first, const uint last, GLOBAL const real* RESTRICT bounds,
                       const uint tiles, const uint tile, GLOBAL uint* memory) {
  const uint4 begin = load_quad(entries, first);
  uint e = first;
  // If the box misses an ancestor of these entries, everything below that ancestor is left out; the
  // outermost such ancestor decides.
  for (uint a = ENTRY_ABOVE(begin); a != NO_ENTRY;) {
    const uint4 above = load_quad(entries, a);
    const real2 box = box_in(bounds, tiles, tile, ENTRY_DIMENSION(above.x));
    if (!meets_support(box.x, box.y, load_pair(shapes, a))) e = ENTRY_SKIP(above);
    a = ENTRY_ABOVE(above);
  }
  growing_list list;
  list.entries = memory;
  list.count = 0;
  list.opened = ENTRY_ABOVE(begin);
  while (e < last) {
    const uint4 entry = load_quad(entries, e);
    const uint k = ENTRY_DIMENSION(entry.x);
    if (k == ROOT_DIMENSION) {
      append(&list, e++);
      continue;
    }
    const real2 box = box_in(bounds, tiles, tile, k);
    if (ENTRY_OPENS(entry.x)) {
      list.opened = e;
      e = meets_support(box.x, box.y, load_pair(shapes, e)) ? e + 1 : ENTRY_SKIP(entry);
      continue;
    }
    uint end = e + 1;
    while (end < last && load_quad(entries, end).x == entry.x) ++end;
    append_run(&list, shapes, e, end, box);
    e = end;
  }
  return list.count;
}

#endif
