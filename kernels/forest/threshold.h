// Thresholds between two values of a column: plugins/forest/library/thresholds.hpp. Needs double
// precision, in which the host computes them.
#ifndef FOREST_THRESHOLD_H
#define FOREST_THRESHOLD_H

#ifdef __OPENCL_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// A threshold t between v < w, v <= t < w: their midpoint rounded to float, but v if the rounded
// midpoint is w.
FUNCTION float midpoint(const float v, const float w) {
  const float middle = (float)(((double)v + (double)w) / 2);
  return (middle < w ? middle : v) + 0.0f;
}

// The room for edges in each column's row of them.
#define MOST_BINS 256

// The meaning of codes: bins, or ranks among a column's distinct values.
typedef struct {
  GLOBAL const float* values;  // [attributes][samples]: a column's distinct values, ascending
  GLOBAL const uint* edges;    // [attributes][MOST_BINS]: ranks of the values below the edges
  uint samples;
  uint is_binned;  // 0: edges are not read
} meaning_t;

// The threshold between neighbouring codes of a node.
FUNCTION float threshold_between(const meaning_t meaning, const uint attribute, const uint low,
                                 const uint high) {
  GLOBAL const float* const column = meaning.values + (size_t)attribute * meaning.samples;
  if (meaning.is_binned == 0) return midpoint(column[low], column[high]);
  const uint below = meaning.edges[attribute * MOST_BINS + low];
  return midpoint(column[below], column[below + 1]);
}

#endif
